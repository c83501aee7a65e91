import type { ReactNode } from 'react'
import { DirectionGrid } from '#client/features/college/college-row.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { CoursesByDirection } from '#client/features/course/courses-by-direction.tsx'
import { listPath, type TypeNode } from '#client/pages/catalogue-paths.ts'
import { collegeCoursesInput } from '#client/pages/college/college-choice.ts'
import { SectionHead } from '#client/ui/section-head.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'

interface TypedDirection {
  id: number
  name: string
  url: string
}

/** A direction is an entry of the college; the type of its courses is the one that its address names. */
function typedDirections(
  directions: readonly { name: string; url: string }[],
  types: readonly TypeNode[],
): TypedDirection[] {
  const nodes = types.flatMap((one) => one.children.map((two) => ({ id: two.id, url: listPath('/course', one, two) })))
  return directions.flatMap(({ name, url }) => {
    const node = nodes.find((candidate) => candidate.url === url)
    return node ? [{ id: node.id, name, url }] : []
  })
}

/** The college's courses, seven of each direction. */
export function CollegeCourses({ collegeId, collegeName }: { collegeId: number; collegeName: string }): ReactNode {
  const { courseTypes } = useApp().common
  const directions = useCall('GET /api/college/learn-direction', { collegeId })
  const tabs = typedDirections(directions, courseTypes)
  const subject = courseTypes.find((one) => one.children.some((two) => two.id === tabs[0]?.id))
  const allHref = listPath('/course', subject, undefined)
  return (
    <CoursesByDirection
      directions={tabs}
      allHref={allHref}
      inputOf={(typeId) => collegeCoursesInput(collegeId, typeId)}
      head={(controls) => (
        <SectionHead title={`${collegeName}的课`} tabs={controls} more={{ href: allHref, text: '全部课程' }} />
      )}
    />
  )
}

/** 方向: what each is about, with the number of its courses. */
export function CollegeDirections({ collegeId }: { collegeId: number }): ReactNode {
  const items = useCall('GET /api/modular/navigation', { type: ModulePosition.collegeIconNavigation, collegeId })
  const directions = useCall('GET /api/college/learn-direction', { collegeId })
  return <DirectionGrid items={items} counts={new Map(directions.map(({ url, courseCount }) => [url, courseCount]))} />
}
