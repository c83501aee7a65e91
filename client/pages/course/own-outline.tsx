import type { ReactNode } from 'react'
import { CourseOutline, type CourseOutlineProps } from '#client/features/course/course-outline.tsx'
import { useLessonHomework } from '#client/features/homework/use-lesson-homework.ts'

/** The outline for whoever takes the course: with the ways to its lessons' homework. */
export function OwnOutline({ courseId, ...outline }: CourseOutlineProps & { courseId: number }): ReactNode {
  const homeworkOf = useLessonHomework(courseId, { isTaken: true })
  return <CourseOutline {...outline} homeworkOf={homeworkOf} />
}
