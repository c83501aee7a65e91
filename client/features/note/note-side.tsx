import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { LessonNotesProps } from '#client/features/note/lesson-notes.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'

const LessonNotes = lazyDialog(() => import('#client/features/note/lesson-notes.tsx').then((m) => m.LessonNotes))

/** The notes of a lesson; their code comes when they are first looked at, and what was begun stays when they aren't any more. */
export function NoteSide({ isShown, ...props }: Omit<LessonNotesProps, 'onClose'> & { isShown: boolean }): ReactNode {
  const { env } = useApp()
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return wasShown ? (
    <LessonNotes styles={env.css['lesson-notes']} {...props} onClose={() => setWasShown(false)} />
  ) : null
}
