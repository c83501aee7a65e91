import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { HomeworkChoice } from '#client/features/homework/homework-choice.ts'
import { homeworkHref } from '#client/features/homework/homework-href.ts'
import { SelectField } from '#client/ui/field.tsx'
import css from './homework-filters.module.css'

interface Option {
  id: number
  name: string
}

function Choose({
  label,
  all,
  options,
  value,
  onChoose,
}: {
  label: string
  all: string
  options: readonly Option[]
  value: number | undefined
  onChoose: (id: number | undefined) => void
}): ReactNode {
  return (
    <SelectField
      label={label}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChoose(text === '' ? undefined : Number(text))}
      options={[{ value: '', text: all }, ...options.map(({ id, name }) => ({ value: String(id), text: name }))]}
    />
  )
}

/** Course, then its class, then its lesson; the choice stands in the address. */
export function HomeworkFilters({ choice }: { choice: HomeworkChoice }): ReactNode {
  const { api } = useApp()
  const { courseId, scheduleId, periodId, state } = choice
  const courses = useQuery(callQuery(api, 'GET /api/user/homework/course-list-v2', {}))
  const ofCourse = { courseId: courseId ?? 0 }
  const schedules = useQuery({
    ...callQuery(api, 'GET /api/user/homework/classSchedule-list-v2', ofCourse),
    enabled: courseId !== undefined,
  })
  const periods = useQuery({
    ...callQuery(api, 'GET /api/user/homework/period-list-v2', { ...ofCourse, scheduleId }),
    enabled: courseId !== undefined,
  })
  const go = (next: Partial<HomeworkChoice>): void => navigate(homeworkHref({ state, ...next }))
  if ((courses.data?.length ?? 0) < 1) return null
  return (
    <div className={css.filters}>
      <Choose
        label="课程"
        all="全部课程"
        options={courses.data ?? []}
        value={courseId}
        onChoose={(id) => go({ courseId: id })}
      />
      {courseId !== undefined && (schedules.data?.length ?? 0) > 1 ? (
        <Choose
          label="班级"
          all="全部班级"
          options={schedules.data ?? []}
          value={scheduleId}
          onChoose={(id) => go({ courseId, scheduleId: id })}
        />
      ) : null}
      {courseId !== undefined && (periods.data?.length ?? 0) > 1 ? (
        <Choose
          label="课时"
          all="全部课时"
          options={periods.data ?? []}
          value={periodId}
          onChoose={(id) => go({ courseId, scheduleId, periodId: id })}
        />
      ) : null}
    </div>
  )
}
