import type { ReactNode } from 'react'
import { CollegeBoard } from '#client/features/college/college-board.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { readCollege } from '#client/pages/college/college-choice.ts'
import { CollegeCourses } from '#client/pages/college/college-courses.tsx'
import {
  type CollegeModuleProps,
  collegeModules,
  Information,
  partNames,
} from '#client/pages/college/college-modules.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'
import type { ModuleEntry } from '#shared/contract/home.ts'
import css from './college.module.css'

const informations: ReadonlySet<number> = new Set([
  ModulePosition.materialInfo,
  ModulePosition.comprehensiveInfo,
  ModulePosition.sourceMaterial,
])

/** Modules one by one, those with articles that follow each other together. */
function partsOf(modules: readonly ModuleEntry[]): ModuleEntry[][] {
  const parts: ModuleEntry[][] = []
  for (const entry of modules) {
    const last = parts.at(-1)
    if (informations.has(entry.type) && last?.[0] && informations.has(last[0].type)) last.push(entry)
    else parts.push([entry])
  }
  return parts
}

function CollegePart({ entry, college, positions }: CollegeModuleProps): ReactNode {
  const Module = collegeModules[entry.type]
  if (!Module) return null
  const body = (
    <Section fallback={<Skeleton kind="cards" count={4} />}>
      <Module entry={entry} college={college} positions={positions} />
    </Section>
  )
  const id = partNames[entry.type]
  if (entry.type === ModulePosition.collegeTopEntry || entry.type === ModulePosition.iconNavigation)
    return <div className="wrap no-print">{body}</div>
  if (entry.type !== ModulePosition.studentWorks) {
    return (
      <div id={id} className={`part wrap ${css.part}`}>
        {body}
      </div>
    )
  }
  return (
    <div id={id} className="part">
      <div className="grid-paper">
        <div className="wrap">{body}</div>
      </div>
    </div>
  )
}

/** Articles of several modules, side by side. */
function Shelf({
  entries,
  college,
}: {
  entries: readonly ModuleEntry[]
  college: CollegeModuleProps['college']
}): ReactNode {
  return (
    <div className={`part wrap ${css.shelf}`}>
      {entries.map((entry) => (
        <section key={entry.type} className={css.part}>
          <Section fallback={<Skeleton kind="lines" count={3} />}>
            <Information entry={entry} college={college} inColumn />
          </Section>
        </section>
      ))}
    </div>
  )
}

/** A college: its board, then the modules that the school has put there, in their order; its courses after the directions. */
export function CollegeScreen({ params, search }: PageProps): ReactNode {
  const { common } = useApp()
  const college = readCollege(params.id, new URLSearchParams(search), common.colleges)
  const modules = useCall('GET /api/modular/college/module-list', { collegeId: college.id })
  const banners = useCall('GET /api/modular/banner', { page: 'college', collegeId: college.id })
  const positions = new Set(modules.map((entry) => entry.type))
  const parts = partsOf(modules.filter((entry) => entry.type !== ModulePosition.banner))
  const place = parts.findIndex(([entry]) => entry?.type === ModulePosition.collegeIconNavigation) + 1
  const part = (entries: ModuleEntry[]): ReactNode => {
    const [entry, ...others] = entries
    if (!entry) return null
    const key = `${college.id}-${entry.type}`
    return others.length > 0 ? (
      <Shelf key={key} entries={entries} college={college} />
    ) : (
      <CollegePart key={key} entry={entry} college={college} positions={positions} />
    )
  }
  return (
    <>
      <CollegeBoard college={college} banners={banners} />
      {parts.slice(0, place).map(part)}
      <div className={`part wrap ${css.part}`}>
        <Section fallback={<Skeleton kind="cards" />}>
          <CollegeCourses key={college.id} collegeId={college.id} collegeName={college.name} />
        </Section>
      </div>
      {parts.slice(place).map(part)}
    </>
  )
}
