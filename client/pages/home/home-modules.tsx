import type { ReactNode } from 'react'
import { ClassesByCollege } from '#client/features/classes/classes-by-college.tsx'
import { CollegeRow } from '#client/features/college/college-row.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { DataPart } from '#client/features/common/data-part.tsx'
import { Section } from '#client/features/common/section.tsx'
import { StaticPart } from '#client/features/common/static-part.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { navigationInput, popularInput } from '#client/pages/home/home-calls.ts'
import { HomeLive } from '#client/pages/home/home-live.tsx'
import {
  advantagesPart,
  articleGroups,
  articlesPart,
  honoursPart,
  navigationPart,
  popularPart,
  teachersPart,
  worksPart,
} from '#client/pages/home/home-parts.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'
import type { ModuleEntry } from '#shared/contract/home.ts'

type ModuleProps = Pick<ModuleEntry, 'title' | 'subTitle'>

/** A part of the page with its own data. */
export function HomePart({
  children,
  skeleton = 'cards',
}: {
  children: ReactNode
  skeleton?: 'cards' | 'lines'
}): ReactNode {
  return (
    <div className="part wrap">
      <Section fallback={<Skeleton kind={skeleton} count={4} />}>{children}</Section>
    </div>
  )
}

function Navigation(): ReactNode {
  return <DataPart of={navigationPart} data={useCall('GET /api/modular/navigation', navigationInput)} />
}

function Classes({ title, subTitle }: ModuleProps): ReactNode {
  return (
    <ClassesByCollege
      head={(tabs) => (
        <SectionHead title={title} note={subTitle} tabs={tabs} more={{ href: '/classes', text: '全部系统班' }} />
      )}
    />
  )
}

function PopularCourses(): ReactNode {
  const { courseTypes } = useApp().common
  const popular = useCall('GET /api/common/course-list-page', popularInput)
  if (popular.records.length === 0) return null
  const tabs = [
    { text: '全部', href: '/course', current: true },
    ...courseTypes.map((type) => ({ text: type.name, href: `/course/${type.path}?sort=popular`, current: false })),
  ]
  return (
    <>
      <SectionHead
        title="大家在学"
        tabs={<TabLinks label="按学科看课程" items={tabs} />}
        more={{ href: '/course', text: '全部课程' }}
      />
      <DataPart of={popularPart} data={popular} />
    </>
  )
}

function Works({ title, subTitle }: ModuleProps): ReactNode {
  const works = useCall('GET /api/modular/college/student-work', {})
  if (works.length === 0) return null
  return (
    <>
      <SectionHead title={title} note={subTitle} more={{ href: '/works', text: '全部作品' }} />
      <DataPart of={worksPart} data={works} />
    </>
  )
}

function Teachers({ title, subTitle }: ModuleProps): ReactNode {
  const teachers = useCall('GET /api/modular/teacher-elegant', {})
  return (
    <>
      <SectionHead title={title} note={subTitle} />
      <DataPart of={teachersPart} data={teachers} />
    </>
  )
}

function Advantages({ title, subTitle }: ModuleProps): ReactNode {
  const advantages = useCall('GET /api/modular/product-advantage', {})
  return (
    <>
      <SectionHead title={title} note={subTitle} />
      <DataPart of={advantagesPart} data={advantages} />
    </>
  )
}

function Articles({ title, subTitle }: ModuleProps): ReactNode {
  const groups = useCall('GET /api/modular/home-page/information', {})
  if (articleGroups(groups).length === 0) return null
  return (
    <>
      <SectionHead title={title} note={subTitle} more={{ href: '/article', text: '全部文章' }} />
      <DataPart of={articlesPart} data={groups} />
    </>
  )
}

function Honours({ title, subTitle }: ModuleProps): ReactNode {
  const honours = useCall('GET /api/modular/company-honor', {})
  return (
    <>
      <SectionHead title={title} note={subTitle} />
      <DataPart of={honoursPart} data={honours} />
    </>
  )
}

function Colleges(): ReactNode {
  const { colleges } = useApp().common
  if (colleges.length === 0) return null
  return (
    <div className="part wrap">
      <SectionHead title="六个学院" note="先挑一间教室坐下" />
      <StaticPart name="home-colleges" as="div">
        <CollegeRow colleges={colleges} />
      </StaticPart>
    </div>
  )
}

/** One module of the home page by its position; unknown positions show nothing. */
export function HomeModule({ entry }: { entry: ModuleEntry }): ReactNode {
  switch (entry.type) {
    case ModulePosition.iconNavigation:
      return (
        <div className="wrap">
          <h2 className="visually-hidden">{entry.title}</h2>
          <Section>
            <Navigation />
          </Section>
        </div>
      )
    case ModulePosition.goodLive:
      return (
        <>
          <HomePart skeleton="lines">
            <HomeLive {...entry} />
          </HomePart>
          <Colleges />
        </>
      )
    case ModulePosition.systemClass:
    case ModulePosition.collegeSystemClass:
      return (
        <>
          <HomePart>
            <Classes {...entry} />
          </HomePart>
          <HomePart>
            <PopularCourses />
          </HomePart>
        </>
      )
    case ModulePosition.studentWorks:
      return (
        <div className="part">
          <div className="grid-paper">
            <div className="wrap">
              <Section fallback={<Skeleton kind="cards" count={4} />}>
                <Works {...entry} />
              </Section>
            </div>
          </div>
        </div>
      )
    case ModulePosition.instructorStyle:
      return (
        <HomePart>
          <Teachers {...entry} />
        </HomePart>
      )
    case ModulePosition.productAdvantages:
      return (
        <HomePart skeleton="lines">
          <Advantages {...entry} />
        </HomePart>
      )
    case ModulePosition.materialInfo:
    case ModulePosition.comprehensiveInfo:
    case ModulePosition.sourceMaterial:
      return (
        <HomePart skeleton="lines">
          <Articles {...entry} />
        </HomePart>
      )
    case ModulePosition.honor:
      return (
        <HomePart>
          <Honours {...entry} />
        </HomePart>
      )
    default:
      return null
  }
}
