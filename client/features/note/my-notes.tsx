import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { type NoteFile, saveNotes } from '#client/features/note/export-notes.ts'
import { noteHref, noteListInput, readNoteChoice } from '#client/features/note/note-choice.ts'
import { NoteItem } from '#client/features/note/note-item.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { FilterRow, FilterRows } from '#client/ui/filter-row.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Note } from '#shared/contract/note.ts'
import css from './my-notes.module.css'

/** Searches as a plain form without script, too. */
function Search({ courseId, keyword }: { courseId: number | undefined; keyword: string }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = keyword
  }, [keyword])
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    navigate(noteHref({ courseId, keyword: input.current?.value.trim() ?? '' }))
  }
  return (
    <form className={css.search} action="/user/course" onSubmit={handleSubmit}>
      <input type="hidden" name="tab" value="note" />
      {courseId === undefined ? null : <input type="hidden" name="course" value={courseId} />}
      <input
        ref={input}
        className={css.words}
        type="search"
        name="q"
        aria-label="笔记里的字"
        placeholder="在笔记里找"
        maxLength={50}
        defaultValue={keyword}
      />
      <button type="submit" className={css.find} aria-label="搜索">
        <Icon name="search" />
      </button>
    </form>
  )
}

function Exports({ courseId }: { courseId: number | undefined }): ReactNode {
  const { api, env } = useApp()
  const [busy, setBusy] = useState<NoteFile>()
  const save = async (file: NoteFile): Promise<void> => {
    if (busy) return
    setBusy(file)
    await saveNotes(api, { file, courseId, origin: env.origin }).catch(() => toast('没有导出来，请再试一次', 'bad'))
    setBusy(undefined)
  }
  return (
    <div className={css.exports}>
      <Button tone="quiet" size="s" busy={busy === 'markdown'} onClick={() => void save('markdown')}>
        导出 Markdown
      </Button>
      <Button tone="quiet" size="s" busy={busy === 'anki'} onClick={() => void save('anki')}>
        导出 Anki
      </Button>
    </div>
  )
}

function lessonText({ courseName, sequenceNo, periodName }: Note, withCourse: boolean): string {
  return `${withCourse ? `${courseName}　` : ''}第 ${sequenceNo} 讲　${periodName}`
}

/** All notes of a learner: by course, searched, changed in place, taken along. */
export function MyNotes({ search }: { search: string }): ReactNode {
  const choice = readNoteChoice(new URLSearchParams(search))
  const { courseId, keyword } = choice
  const page = useCall('GET /api/user/note/list', noteListInput(choice))
  const { total, courses } = useCall('GET /api/user/note/courses', {})
  const { user } = useSession()
  const list = useRef<HTMLDivElement>(null)
  if (total === 0)
    return (
      <EmptyBlock
        title="还没有笔记"
        text="看课、上课时按 N，笔记会记在那一秒，以后一点就回去"
        action={{ text: '去看课', href: '/user/course' }}
      />
    )
  const isNarrowed = courseId !== undefined || keyword !== ''
  return (
    <>
      <div className={css.head}>
        <Search courseId={courseId} keyword={keyword} />
        <Exports courseId={courseId} />
      </div>
      <FilterRows>
        <FilterRow
          label="课程"
          items={[
            { text: `全部 ${total}`, href: noteHref({ keyword }), current: courseId === undefined },
            ...courses.map((course) => ({
              text: `${course.courseName} ${course.notes}`,
              href: noteHref({ courseId: course.courseId, keyword }),
              current: course.courseId === courseId,
            })),
          ]}
        />
      </FilterRows>
      <div ref={list} tabIndex={-1} className={css.list}>
        {page.records.length === 0 ? (
          <EmptyBlock
            title={isNarrowed ? '没有这样的笔记' : '这一页没有笔记'}
            text={isNarrowed ? '换几个字，或者看看全部' : '前面还有'}
            action={{ text: '看全部笔记', href: noteHref({}) }}
          />
        ) : (
          <ul aria-label="笔记">
            {page.records.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                userId={user?.id ?? 0}
                lesson={<span className={css.lesson}>{lessonText(note, courseId === undefined)}</span>}
                onGone={() => list.current?.focus()}
              />
            ))}
          </ul>
        )}
      </div>
      <Pager
        current={page.current}
        pages={page.pages}
        total={page.total}
        unit="条笔记"
        hrefOf={(number) => noteHref({ courseId, keyword, page: number })}
      />
    </>
  )
}
