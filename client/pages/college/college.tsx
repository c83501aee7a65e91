import type { ReactNode } from 'react'
import { CollegeBoard } from '#client/features/college/college-board.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { readCollege } from '#client/pages/college/college-choice.ts'
import { CollegeCourses } from '#client/pages/college/college-courses.tsx'
import { type CollegeModuleProps, collegeModules } from '#client/pages/college/college-modules.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'
import css from './college.module.css'

function CollegePart({ entry, college }: CollegeModuleProps): ReactNode {
  const Module = collegeModules[entry.type]
  if (!Module) return null
  const body = (
    <Section fallback={<Skeleton kind="cards" count={4} />}>
      <Module entry={entry} college={college} />
    </Section>
  )
  if (entry.type === ModulePosition.collegeTopEntry) return <div className="wrap no-print">{body}</div>
  if (entry.type !== ModulePosition.studentWorks) return <div className={`part wrap ${css.part}`}>{body}</div>
  return (
    <div className="part">
      <div className="grid-paper">
        <div className="wrap">{body}</div>
      </div>
    </div>
  )
}

/** A college: its board, then the modules that the school has put there, in their order; its courses after the directions. */
export function CollegeScreen({ params, search }: PageProps): ReactNode {
  const { common } = useApp()
  const college = readCollege(params.id, new URLSearchParams(search), common.colleges)
  const modules = useCall('GET /api/modular/college/module-list', { collegeId: college.id })
  const banners = useCall('GET /api/modular/banner', { page: 'college', collegeId: college.id })
  const parts = modules.filter((entry) => entry.type !== ModulePosition.banner)
  const position = parts.findIndex((entry) => entry.type === ModulePosition.collegeIconNavigation) + 1
  const part = (entry: (typeof parts)[number]): ReactNode => <CollegePart key={`${college.id}-${entry.type}`} entry={entry} college={college} />
  return (
    <>
      <CollegeBoard college={college} banners={banners} />
      {parts.slice(0, position).map(part)}
      <div className={`part wrap ${css.part}`}>
        <Section fallback={<Skeleton kind="cards" />}>
          <CollegeCourses key={college.id} collegeId={college.id} collegeName={college.name} />
        </Section>
      </div>
      {parts.slice(position).map(part)}
    </>
  )
}
