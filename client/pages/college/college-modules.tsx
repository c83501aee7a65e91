import type { ReactNode } from 'react'
import { ArticleColumn, ArticleGrid } from '#client/features/article/article-columns.tsx'
import { ClassesCard, ClassesRow, LeadClasses } from '#client/features/classes/classes-card.tsx'
import { PainPoints } from '#client/features/college/college-row.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { AdvantageList, HonourList, IconNavigation } from '#client/features/home/honour-list.tsx'
import { LiveGrid } from '#client/features/live/live-card.tsx'
import { FreeVideos } from '#client/features/play/free-videos.tsx'
import { TeacherRow } from '#client/features/teacher/teacher-list.tsx'
import { WorkWall } from '#client/features/work/work-wall.tsx'
import { type CollegeEntry, collegeLivesInput, moreClassesInput } from '#client/pages/college/college-choice.ts'
import { CollegeDirections } from '#client/pages/college/college-courses.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'
import type { ClassSystemCard } from '#shared/contract/fields.ts'
import type { ModuleEntry } from '#shared/contract/home.ts'
import { collegeShows } from '#shared/rules/college-page.ts'
import css from './college.module.css'

export interface CollegeModuleProps {
  college: CollegeEntry
  entry: ModuleEntry
  /** Positions of the modules on the page. */
  positions: ReadonlySet<number>
}

function Titled({
  entry,
  note,
  more,
  children,
}: {
  entry: ModuleEntry
  note?: string
  more?: { text: string; href: string }
  children: ReactNode
}): ReactNode {
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
        {others.slice(0, collegeShows.ownClasses - 1).map((item) => (
          <ClassesRow key={item.id} item={item} />
        ))}
      </ul>
    </div>
  )
}

/** The classes that the college's own module leaves. */
function SystemClasses({ college, entry, positions }: CollegeModuleProps): ReactNode {
  const items = useCall('GET /api/modular/home-page/class-system', moreClassesInput(college.id))
  const shown = items
    .slice(positions.has(ModulePosition.collegeSystemClass) ? collegeShows.ownClasses : 0)
    .slice(0, collegeShows.moreClasses)
  if (shown.length === 0) return null
  return (
    <Titled entry={entry} more={{ href: '/classes', text: '全部系统班' }}>
      <div className={css.rail}>
        <ul className="cards">
          {shown.map((item) => (
            <li key={item.id}>
              <ClassesCard item={item} />
            </li>
          ))}
        </ul>
      </div>
    </Titled>
  )
}

function OwnSystemClasses({ college, entry }: CollegeModuleProps): ReactNode {
  const items = useCall('GET /api/modular/college/class-system', { collegeId: college.id })
  const { smallTitle } = useCall('GET /api/modular/college/class-system/small-title', { collegeId: college.id })
  const path = items[0]?.subjectOne?.path
  return (
    <Titled
      entry={entry}
      note={smallTitle || entry.subTitle}
      more={{ href: path ? `/classes/${path}` : '/classes', text: '全部系统班' }}
    >
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

function Honours({ college, entry }: CollegeModuleProps): ReactNode {
  const honours = useCall('GET /api/modular/company-honor', { collegeId: college.id })
  if (honours.length === 0) return null
  return (
    <Titled entry={entry}>
      <HonourList honours={honours} />
    </Titled>
  )
}

/** Articles of the module's position; in a column beside others of their kind, or in a grid of their own. */
export function Information({
  college,
  entry,
  inColumn = false,
}: Omit<CollegeModuleProps, 'positions'> & { inColumn?: boolean }): ReactNode {
  const articles = useCall('GET /api/modular/college/information', { collegeId: college.id, type: entry.type })
  if (articles.length === 0) return null
  return (
    <Titled entry={entry}>
      {inColumn ? (
        <ArticleColumn articles={articles.slice(0, collegeShows.articles)} />
      ) : (
        <ArticleGrid articles={articles.slice(0, 4)} />
      )}
    </Titled>
  )
}

function Lives({ college, entry }: CollegeModuleProps): ReactNode {
  const { records } = useCall('GET /api/home/open-live', collegeLivesInput(college.id))
  const now = useNow()
  if (records.length === 0) return null
  return (
    <Titled entry={entry} more={{ href: '/live/list', text: '全部公开课' }}>
      <div className={css.rail}>
        <LiveGrid cards={records} now={now} />
      </div>
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
    <Titled entry={entry} more={{ href: `/works/${college.path}`, text: '全部作品' }}>
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

/** From college to college, under the board. */
function TopEntries({ college, entry }: CollegeModuleProps): ReactNode {
  const items = useCall('GET /api/modular/college-top-navigation', { collegeId: college.id })
  return (
    <div className={css.colleges}>
      <h2 className="visually-hidden">{entry.title}</h2>
      <TabLinks
        label={entry.title}
        size="l"
        items={items.map(({ name, url }) => ({ text: name, href: url, current: url === `/college/${college.path}` }))}
      />
    </div>
  )
}

function Directions({ college, entry }: CollegeModuleProps): ReactNode {
  return (
    <Titled entry={entry}>
      <CollegeDirections collegeId={college.id} />
    </Titled>
  )
}

/** Ways to the parts of this page. */
function Icons({ college, entry }: CollegeModuleProps): ReactNode {
  return (
    <>
      <h2 className="visually-hidden">{entry.title}</h2>
      <IconNavigation
        items={useCall('GET /api/modular/navigation', { type: ModulePosition.iconNavigation, collegeId: college.id })}
      />
    </>
  )
}

function Audition({ college, entry }: CollegeModuleProps): ReactNode {
  const videos = useCall('GET /api/period/free-study-period', { collegeId: college.id })
  if (videos.length === 0) return null
  return (
    <Titled entry={entry}>
      <FreeVideos key={college.id} videos={videos.slice(0, collegeShows.videos)} autoplay={college.autoplay} />
    </Titled>
  )
}

/** Names of parts in addresses: `#works`. */
export const partNames: Readonly<Record<number, string>> = {
  [ModulePosition.auditionCourse]: 'audition',
  [ModulePosition.collegeSystemClass]: 'classes',
  [ModulePosition.goodLive]: 'live',
  [ModulePosition.instructorStyle]: 'teachers',
  [ModulePosition.studentWorks]: 'works',
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
