import type { ReactNode } from 'react'
import { ArticleGrid } from '#client/features/article/article-columns.tsx'
import { ClassesRow, LeadClasses } from '#client/features/classes/classes-card.tsx'
import { PainPoints } from '#client/features/college/college-row.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { AdvantageList, HonourList, IconNavigation } from '#client/features/home/honour-list.tsx'
import { LiveGrid } from '#client/features/live/live-card.tsx'
import { groupLives } from '#client/features/live/live-state.ts'
import { FreeVideos } from '#client/features/play/free-videos.tsx'
import { TeacherRow } from '#client/features/teacher/teacher-list.tsx'
import { WorkWall } from '#client/features/work/work-wall.tsx'
import type { CollegeEntry } from '#client/pages/college/college-choice.ts'
import { CollegeDirections } from '#client/pages/college/college-courses.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'
import type { ClassSystemCard } from '#shared/contract/fields.ts'
import type { ModuleEntry } from '#shared/contract/home.ts'
import css from './college.module.css'

export interface CollegeModuleProps {
  college: CollegeEntry
  entry: ModuleEntry
}

function Titled({ entry, note, more, children }: { entry: ModuleEntry; note?: string; more?: { text: string; href: string }; children: ReactNode }): ReactNode {
  return (
    <>
      <SectionHead title={entry.title} note={note ?? entry.subTitle} more={more} />
      {children}
    </>
  )
}

function ClassesBlock({ items }: { items: readonly ClassSystemCard[] }): ReactNode {
  const [lead, ...others] = items
  if (!lead) return <p className="muted">这个学院还没有开班</p>
  return (
    <div className={css.classes}>
      <LeadClasses item={lead} />
      <ul>
        {others.slice(0, 4).map((item) => (
          <ClassesRow key={item.id} item={item} />
        ))}
      </ul>
    </div>
  )
}

function SystemClasses({ college, entry }: CollegeModuleProps): ReactNode {
  const items = useCall('GET /api/modular/home-page/class-system', { collegeId: college.id, pageSize: 5 })
  return (
    <Titled entry={entry} more={{ href: '/classes', text: '全部系统班' }}>
      <ClassesBlock items={items} />
    </Titled>
  )
}

function OwnSystemClasses({ college, entry }: CollegeModuleProps): ReactNode {
  const items = useCall('GET /api/modular/college/class-system', { collegeId: college.id })
  const { smallTitle } = useCall('GET /api/modular/college/class-system/small-title', { collegeId: college.id })
  const path = items[0]?.subjectOne?.path
  return (
    <Titled entry={entry} note={smallTitle || entry.subTitle} more={{ href: path ? `/classes/${path}` : '/classes', text: '全部系统班' }}>
      <ClassesBlock items={items} />
    </Titled>
  )
}

function Pains({ college, entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <PainPoints points={useCall('GET /api/modular/pain-point', { collegeId: college.id })} />
    </Titled>
  )
}

function Honours({ entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <HonourList honours={useCall('GET /api/modular/company-honor', {})} />
    </Titled>
  )
}

const articlesEach = 4

/** Two modules share one call: material shows its first half, source material the second. */
function Information({ college, entry }: CollegeModuleProps): ReactNode {
  const articles = useCall('GET /api/modular/college/information', { collegeId: college.id })
  const shown = entry.type === ModulePosition.sourceMaterial ? articles.slice(articlesEach, articlesEach * 2) : articles.slice(0, articlesEach)
  if (shown.length === 0) return null
  return (
    <Titled entry={entry}>
      <ArticleGrid articles={shown} />
    </Titled>
  )
}

function Lives({ entry }: CollegeModuleProps): ReactNode {
  const { records } = useCall('GET /api/home/open-live', { pageNum: 1, pageSize: 16 })
  const now = useNow()
  const cards = groupLives(records, undefined).flatMap((group) => group.cards)
  return (
    <Titled entry={entry} more={{ href: '/live/list', text: '全部公开课' }}>
      <LiveGrid cards={cards.slice(0, 4)} now={now} />
    </Titled>
  )
}

function Advantages({ college, entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <AdvantageList advantages={useCall('GET /api/modular/product-advantage', { collegeId: college.id })} />
    </Titled>
  )
}

function Works({ college, entry }: CollegeModuleProps): ReactNode {
  const works = useCall('GET /api/modular/college/student-work', { collegeId: college.id })
  if (works.length === 0) return null
  return (
    <Titled entry={entry}>
      <WorkWall works={works} rows={2} />
    </Titled>
  )
}

function Teachers({ college, entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <TeacherRow teachers={useCall('GET /api/modular/teacher-elegant', { collegeId: college.id })} />
    </Titled>
  )
}

function TopEntries({ college, entry }: CollegeModuleProps): ReactNode {
  const items = useCall('GET /api/modular/college-top-navigation', { collegeId: college.id })
  return (
    <>
      <h2 className="visually-hidden">{entry.title}</h2>
      <IconNavigation items={items} current={`/college/${college.path}`} />
    </>
  )
}

function Directions({ college, entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <CollegeDirections collegeId={college.id} />
    </Titled>
  )
}

function Icons({ entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <IconNavigation items={useCall('GET /api/modular/navigation', { type: ModulePosition.iconNavigation })} />
    </Titled>
  )
}

function Audition({ college, entry }: CollegeModuleProps): ReactNode {
  const videos = useCall('GET /api/period/free-study-period', { collegeId: college.id })
  if (videos.length === 0) return null
  return (
    <Titled entry={entry}>
      <FreeVideos key={college.id} videos={videos} autoplay={college.autoplay} />
    </Titled>
  )
}

/** Which part shows a position; a position that isn't here shows nothing. The banner is the top of the page. */
export const collegeModules: Readonly<Record<number, (props: CollegeModuleProps) => ReactNode>> = {
  [ModulePosition.systemClass]: SystemClasses,
  [ModulePosition.collegePainPoints]: Pains,
  [ModulePosition.honor]: Honours,
  [ModulePosition.materialInfo]: Information,
  [ModulePosition.goodLive]: Lives,
  [ModulePosition.productAdvantages]: Advantages,
  [ModulePosition.studentWorks]: Works,
  [ModulePosition.instructorStyle]: Teachers,
  [ModulePosition.collegeTopEntry]: TopEntries,
  [ModulePosition.collegeSystemClass]: OwnSystemClasses,
  [ModulePosition.comprehensiveInfo]: Information,
  [ModulePosition.sourceMaterial]: Information,
  [ModulePosition.iconNavigation]: Icons,
  [ModulePosition.collegeIconNavigation]: Directions,
  [ModulePosition.auditionCourse]: Audition,
}
