import type { ReactNode } from 'react'
import { CourseDetailView } from '#client/pages/course/course-detail-view.tsx'
import type { PageProps } from '#client/pages/page-view.ts'

export function CourseVideo({ params }: PageProps): ReactNode {
  return <CourseDetailView key={params.id} id={Number(params.id)} />
}
