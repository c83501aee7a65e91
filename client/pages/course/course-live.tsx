import type { ReactNode } from 'react'
import type { CourseAddress } from '#client/pages/course/course-detail-data.ts'
import { CourseDetailView } from '#client/pages/course/course-detail-view.tsx'
import type { PageProps } from '#client/pages/page-view.ts'

export function CourseLive({ choice: { id } }: PageProps<CourseAddress>): ReactNode {
  return <CourseDetailView key={id} id={id} />
}
