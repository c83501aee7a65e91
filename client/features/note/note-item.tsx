import { type ReactNode, useRef, useState } from 'react'
import { readEditDraft, writeEditDraft } from '#client/features/note/note-draft.ts'
import { NoteEditor } from '#client/features/note/note-editor.tsx'
import { useNoteActions } from '#client/features/note/use-note-actions.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Note } from '#shared/contract/note.ts'
import { clockText, momentText } from '#shared/rules/number-text.ts'
import css from './note-item.module.css'

interface NoteItemProps {
  note: Note
  userId: number
  /** Beside the player: takes it to the second. Without it the address leads there. */
  onSeek?: ((second: number) => void) | undefined
  /** Before the time: which lesson. */
  lesson?: ReactNode
  /** The note is gone; the focus needs a place. */
  onGone: () => void
}

/** The second as a way there; of a class that is on, the time at which it was written. */
function Place({ note: { second, momentTime, url }, onSeek }: Pick<NoteItemProps, 'note' | 'onSeek'>): ReactNode {
  const text = second === null ? (momentTime === null ? '' : momentText(momentTime)) : clockText(second)
  if (second !== null && onSeek)
    return (
      <button type="button" className={`num ${css.place}`} aria-label={`跳到 ${text}`} onClick={() => onSeek(second)}>
        {text}
      </button>
    )
  if (second !== null && url && !onSeek)
    return (
      <a className={`num ${css.place}`} href={url} aria-label={`去看 ${text}`}>
        {text}
      </a>
    )
  return <span className={`num ${css.time}`}>{text}</span>
}

/** Editing and removing; removing asks once more. */
function Ways({
  isAsking,
  busy,
  onEdit,
  onAsk,
  onRemove,
}: {
  isAsking: boolean
  busy: boolean
  onEdit: () => void
  onAsk: (asks: boolean) => void
  onRemove: () => void
}): ReactNode {
  if (isAsking)
    return (
      <div className={css.ways}>
        <span className={css.ask}>删掉这条笔记？</span>
        <Button tone="secondary" size="s" busy={busy} disabled={busy} data-way="sure" onClick={onRemove}>
          删除
        </Button>
        <Button tone="quiet" size="s" onClick={() => onAsk(false)}>
          留着
        </Button>
      </div>
    )
  return (
    <div className={css.ways}>
      <button type="button" className={css.way} data-way="edit" onClick={onEdit}>
        编辑
      </button>
      <button type="button" className={css.way} data-way="remove" onClick={() => onAsk(true)}>
        删除
      </button>
    </div>
  )
}

/** One note: its second, its words, and what can be done with it. */
export function NoteItem({ note, userId, onSeek, lesson, onGone }: NoteItemProps): ReactNode {
  const { edit, remove, refresh } = useNoteActions()
  const [draft, setDraft] = useState(() => readEditDraft(userId, note.id))
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const root = useRef<HTMLLIElement>(null)
  const keep = (text: string | undefined): void => {
    const next = text === undefined ? undefined : { version: note.version, text }
    setDraft(next)
    writeEditDraft(userId, note.id, next)
  }
  const backTo = (name: string): void => {
    // after the buttons are there again
    setTimeout(() => root.current?.querySelector<HTMLElement>(`[data-way="${name}"]`)?.focus())
  }
  const handleRemove = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await remove(note.id)
      writeEditDraft(userId, note.id, undefined)
      onGone()
    } catch {
      toast('没有删掉，请再试一次', 'bad')
      setBusy(false)
    }
  }
  return (
    <li ref={root} className={css.item}>
      <p className={css.head}>
        <Place note={note} onSeek={onSeek} />
        {lesson}
      </p>
      {draft ? (
        <NoteEditor
          label="修改笔记"
          text={draft.text}
          onText={keep}
          onSave={(text) =>
            edit(note, text).catch(async (error: unknown) => {
              // what was written elsewhere is shown above, before it is saved once more
              await refresh()
              throw error
            })
          }
          onDone={() => {
            keep(undefined)
            backTo('edit')
          }}
          cancelText="取消"
          escapes={draft.text === note.text}
          onCancel={() => {
            keep(undefined)
            backTo('edit')
          }}
        />
      ) : null}
      {draft && draft.version === note.version ? null : <p className={css.words}>{note.text}</p>}
      {draft ? null : (
        <Ways
          isAsking={isAsking}
          busy={busy}
          onEdit={() => keep(note.text)}
          onAsk={(asks) => {
            setAsking(asks)
            backTo(asks ? 'sure' : 'remove')
          }}
          onRemove={() => void handleRemove()}
        />
      )}
    </li>
  )
}
