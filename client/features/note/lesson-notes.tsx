import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { noteHref } from '#client/features/note/note-choice.ts'
import { type NoteDraft, type NotePlace, readNoteDraft, writeNoteDraft } from '#client/features/note/note-draft.ts'
import { NoteEditor } from '#client/features/note/note-editor.tsx'
import { NoteItem } from '#client/features/note/note-item.tsx'
import { useNoteActions } from '#client/features/note/use-note-actions.ts'
import type { AskedNote, NoteDesk } from '#client/features/note/use-note-desk.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { clockText, timeText } from '#shared/rules/number-text.ts'
import css from './lesson-notes.module.css'

export interface LessonNotesProps {
  lesson: { periodId: number; scheduleId?: number | undefined }
  userId: number
  desk: NoteDesk
  /** Takes the player to a second; without it times are only shown. */
  onSeek?: ((second: number) => void) | undefined
  /** Its code can't be had. */
  onClose: () => void
}

function placeText(place: NotePlace): string {
  return 'second' in place ? clockText(place.second) : timeText(place.momentTime)
}

/** The note that is being written: kept in the tab from the first letter on, until it is saved or given up. */
function useNewNote(userId: number, lesson: string, asked: AskedNote | undefined) {
  const [draft, setDraft] = useState<NoteDraft>()
  const keep = (next: NoteDraft | undefined): void => {
    setDraft(next)
    writeNoteDraft(userId, lesson, next && next.text !== '' ? next : undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is asked for
  useEffect(() => {
    const kept = readNoteDraft(userId, lesson)
    if (kept) setDraft(kept)
    else if (asked) setDraft({ clientKey: crypto.randomUUID(), place: asked.place, text: '' })
  }, [asked?.count, userId, lesson])
  return { draft, keep, drop: () => setDraft(undefined) }
}

/** A learner's notes beside the player or the class, and where they write them. */
export function LessonNotes({ lesson, userId, desk, onSeek }: LessonNotesProps): ReactNode {
  const { api } = useApp()
  const { add } = useNoteActions()
  const { periodId, scheduleId } = lesson
  const key = `${periodId}:${scheduleId ?? ''}`
  const { draft, keep, drop } = useNewNote(userId, key, desk.asked)
  const input = { periodId, ...(scheduleId === undefined ? {} : { scheduleId }) }
  const { data, isError, refetch } = useQuery({ ...callQuery(api, 'GET /api/user/note/lesson', input), retry: false })
  const root = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time a note is asked for
  useEffect(() => {
    before.current = desk.asked ? document.activeElement : null
  }, [desk.asked?.count])
  const backToButton = (): void => {
    // after it is there again
    setTimeout(() => root.current?.querySelector<HTMLElement>('[data-way="new"]')?.focus())
  }
  /** Whoever pressed the key goes on watching: keys are the film's again. */
  const goBack = (): void => {
    const place = before.current
    before.current = null
    if (place === document.body) (document.activeElement as HTMLElement | null)?.blur()
    else if (place instanceof HTMLElement && place.isConnected) place.focus()
    else backToButton()
  }
  const notes = data?.notes ?? []
  return (
    <div ref={root} className={css.notes}>
      {draft ? (
        <NoteEditor
          key={draft.clientKey}
          label={`在 ${placeText(draft.place)} 的笔记`}
          text={draft.text}
          onText={(text) => keep({ ...draft, text })}
          onSave={(text) => add(lesson, { ...draft, text })}
          onDone={() => {
            keep(undefined)
            goBack()
          }}
          cancelText="收起"
          escapes
          onCancel={() => {
            drop()
            goBack()
          }}
        />
      ) : (
        <Button tone="secondary" size="s" full data-way="new" aria-keyshortcuts="N" onClick={desk.open}>
          记笔记（按 N）
        </Button>
      )}
      {isError && !data ? <ErrorBlock message="笔记没有加载出来" onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton kind="lines" /> : null}
      {data && notes.length === 0 && !draft ? (
        <p className={css.empty}>这节课还没有笔记。看到要紧的地方按 N，笔记会记在那一秒。</p>
      ) : null}
      {notes.length > 0 ? (
        <ul className={css.list} aria-label="这节课的笔记">
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} userId={userId} onSeek={onSeek} onGone={backToButton} />
          ))}
        </ul>
      ) : null}
      {notes.length > 0 ? (
        <p className={css.more}>
          <a className="more" href={noteHref({})}>
            全部笔记
          </a>
        </p>
      ) : null}
    </div>
  )
}
