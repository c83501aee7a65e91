import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { usePart } from '#client/features/common/use-part.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { CourseGrid } from '#client/features/course/course-card.tsx'
import { CourseOutline } from '#client/features/course/course-outline.tsx'
import { courseDetailQuery, courseOutlineQuery, relatedCoursesQuery } from '#client/features/course/course-queries.ts'
import { CourseSummary, type SummaryFact, TeacherFaces } from '#client/features/course/course-summary.tsx'
import { DetailAside } from '#client/features/course/detail-aside.tsx'
import { DetailBlock, DetailColumns, DetailTop, IntroText } from '#client/features/course/detail-layout.tsx'
import { termText } from '#client/features/course/schedule-list.tsx'
import { SectionTabs } from '#client/features/course/section-tabs.tsx'
import { SignUp } from '#client/features/order/sign-up.tsx'
import { TrialPlayer } from '#client/features/play/trial-player.tsx'
import { type TrialLesson, useTrial } from '#client/features/play/use-trial.ts'
import { TeacherList } from '#client/features/teacher/teacher-list.tsx'
import { courseCrumbs } from '#client/pages/course/course-detail-data.ts'
import { useRooms } from '#client/pages/course/use-rooms.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CourseDetail, Period } from '#shared/contract/course.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { countText, lengthText } from '#shared/rules/number-text.ts'

function trialLessons(periods: readonly Period[]): TrialLesson[] {
  return periods.flatMap(({ id, name, sequenceNo, duration, playUrl }) =>
    playUrl ? [{ id, name, note: `第 ${sequenceNo} 讲`, duration, playUrl }] : [],
  )
}

function factsOf(course: CourseDetail, trials: number): SummaryFact[] {
  const term = course.schedules[0]
  return [
    ...(term ? [{ label: '开课', value: termText(term) }] : []),
    ...(term?.timeText ? [{ label: '上课', value: term.timeText }] : []),
    { label: '课时', value: `${course.periodCount} 讲　共 ${lengthText(course.totalDuration)}` },
    ...(trials > 0
      ? [
          {
            label: course.isCharge ? '试看' : '免费',
            value: <a className="link" href="#trial">{`${trials} 讲现在就能看，不用登录`}</a>,
          },
        ]
      : []),
    { label: '老师', value: <TeacherFaces teachers={course.teachers} /> },
    { label: '在学', value: `${countText(course.studyCount)} 人` },
  ]
}

function includesOf(course: CourseDetail): string[] {
  const live = course.lectureType === LectureType.live
  return [`${course.periodCount} 讲${live ? '直播' : '录播'}`, course.serviceText].filter(Boolean)
}

function RelatedCourses({ id }: { id: number }): ReactNode {
  const courses = useRead(relatedCoursesQuery, id)
  if (courses.length === 0) return null
  return <CourseGrid courses={courses.slice(0, 4)} />
}

/** What only who takes the course sees of its outline comes on use. */
const loadOwnOutline = () => import('#client/pages/course/own-outline.tsx')

interface CourseDetailViewProps {
  id: number
}

/** What a course’s page shows of it. */
function useCourseDetail({ id }: CourseDetailViewProps) {
  const { common } = useApp()
  const course = useRead(courseDetailQuery, id)
  const periods = useRead(courseOutlineQuery, id)
  const now = useNow()
  const trial = useTrial(trialLessons(periods))
  const live = course.lectureType === LectureType.live
  const places = [course.subjectOne?.name, course.learn?.name].filter((name) => name !== undefined)
  const sections = [
    { id: 'intro', text: '介绍' },
    { id: 'outline', text: '目录' },
    { id: 'teachers', text: '老师' },
    { id: 'related', text: '相关课程' },
  ]
  const first = trial.lessons[0]
  const { roomOf, openUrl, isOwnRoom, isOwned } = useRooms(id, periods, now)
  const OwnOutline = usePart(isOwned, loadOwnOutline)?.OwnOutline
  // One button leads: a lesson to try that is on goes after signing up for the rest.
  const entersFirst = openUrl !== undefined && (!course.isCharge || isOwnRoom)
  return {
    common,
    course,
    periods,
    now,
    trial,
    live,
    places,
    sections,
    first,
    roomOf,
    OwnOutline,
    openUrl,
    isOwned,
    entersFirst,
  }
}

function Actions({
  course,
  trial,
  first,
  openUrl,
  isOwned,
  entersFirst,
}: Omit<ReturnType<typeof useCourseDetail>, 'common' | 'periods' | 'now'>): ReactNode {
  return (
    <>
      {openUrl ? (
        <ButtonLink tone={entersFirst ? 'primary' : 'secondary'} size="l" href={openUrl}>
          进入教室
        </ButtonLink>
      ) : null}
      <SignUp
        productId={course.id}
        lectureType={course.lectureType}
        isCharge={course.isCharge}
        schedules={course.schedules}
        tone={entersFirst ? 'secondary' : 'primary'}
      />
      {first && !isOwned ? (
        <Button tone="secondary" size="l" onClick={() => trial.choose(first.id)}>
          {course.isCharge ? '试看' : '免费看'}
          {first.note}
        </Button>
      ) : null}
      <ButtonLink tone="quiet" size="l" href="#outline">
        看目录
      </ButtonLink>
    </>
  )
}

/** A live or recorded course: the same page with other facts. */
export function CourseDetailView(props: CourseDetailViewProps): ReactNode {
  const { id } = props
  const detail = useCourseDetail(props)
  const { common, course, periods, now, trial, live, places, sections, roomOf, OwnOutline } = detail
  const outline = { periods, now, roomOf, onTrial: trial.choose }
  return (
    <div className="wrap">
      <Breadcrumb items={courseCrumbs(course)} />
      <DetailTop>
        <TrialPlayer trial={trial} cover={course.coverImg} name={course.name} />
        <CourseSummary
          kicker={[live ? '直播课' : '录播课', ...places]}
          name={course.name}
          aim={course.learnAim}
          facts={factsOf(course, trial.lessons.length)}
          price={course.price}
          originPrice={course.originPrice}
          isCharge={course.isCharge}
          includes={includesOf(course)}
          actions={<Actions {...detail} />}
        />
      </DetailTop>
      <SectionTabs sections={sections} />
      <DetailColumns
        aside={
          <DetailAside
            schedules={course.schedules}
            freePeriods={course.freeLivePeriods}
            promises={[course.serviceText]}
            college={course.college}
            phone={common.config.servicePhone}
            hours={common.config.serviceHours}
            now={now}
          />
        }
      >
        <DetailBlock id="intro" title="这门课怎么上">
          <IntroText html={course.introHtml} />
        </DetailBlock>
        <DetailBlock
          id="outline"
          title="目录"
          note={`${course.periodCount} 讲　共 ${lengthText(course.totalDuration)}`}
        >
          {OwnOutline ? <OwnOutline courseId={id} {...outline} /> : <CourseOutline {...outline} />}
        </DetailBlock>
        <DetailBlock id="teachers" title="老师">
          <TeacherList teachers={course.teachers} />
        </DetailBlock>
      </DetailColumns>
      <section id="related" className="no-print" aria-labelledby="related-title">
        <SectionHead
          id="related-title"
          title="学完还可以学"
          more={
            course.subjectOne
              ? { href: `/course/${course.subjectOne.path}`, text: `全部${course.subjectOne.name}课` }
              : undefined
          }
        />
        <Section fallback={<Skeleton kind="cards" count={4} />}>
          <RelatedCourses id={id} />
        </Section>
      </section>
    </div>
  )
}
