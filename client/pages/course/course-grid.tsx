import type { DataPartSpec } from '#client/features/common/data-part.tsx'
import { CourseGrid } from '#client/features/course/course-card.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'

/** The cards of one page of the course list. */
export const courseGridPart: DataPartSpec<CallOutput<'GET /api/common/course-list-page'>> = {
  name: 'courses',
  route: 'GET /api/common/course-list-page',
  render: ({ records }) => <CourseGrid courses={records} first={4} />,
}
