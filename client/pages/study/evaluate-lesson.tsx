import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { CallRoute } from '#shared/contract/calls.ts'

const EvaluateDialog = lazyDialog(() =>
  import('#client/features/room/evaluate-dialog.tsx').then((m) => m.EvaluateDialog),
)

/** The lesson that is evaluated. */
export interface Evaluated {
  readonly periodId: number
  readonly scheduleId: number | null
  readonly title: string
}

interface EvaluateLessonProps {
  lesson: Evaluated | undefined
  /** What is read anew once it is given. */
  stale: readonly CallRoute[]
  onClose: () => void
}

/** The evaluation of a lesson over a page that lists it. */
export function EvaluateLesson({ lesson, stale, onClose }: EvaluateLessonProps): ReactNode {
  const { env } = useApp()
  const queries = useQueryClient()
  if (!lesson) return null
  return (
    <EvaluateDialog
      styles={env.css['evaluate-dialog']}
      periodId={lesson.periodId}
      scheduleId={lesson.scheduleId ?? undefined}
      title={`评价《${lesson.title}》`}
      returnTo={() => document.getElementById('main')}
      onDone={() => {
        onClose()
        for (const route of stale) void queries.invalidateQueries({ queryKey: [route] })
      }}
      onClose={onClose}
    />
  )
}
