import type { ReactNode } from 'react'
import { ArticleColumns, type ArticleGroup } from '#client/features/article/article-columns.tsx'
import { classesPart } from '#client/features/classes/classes-by-college.tsx'
import type { DataPartSpec } from '#client/features/common/data-part.tsx'
import { CourseGrid } from '#client/features/course/course-card.tsx'
import { AdvantageList, HonourList, IconNavigation } from '#client/features/home/honour-list.tsx'
import { LiveGrid } from '#client/features/live/live-card.tsx'
import { groupLives, type LiveVisit, timetableDay, timetableOf } from '#client/features/live/live-state.ts'
import { Timetable } from '#client/features/live/timetable.tsx'
import { TeacherRow } from '#client/features/teacher/teacher-list.tsx'
import { WorkWall } from '#client/features/work/work-wall.tsx'
import type { CallOutput, CallRoute } from '#shared/contract/calls.ts'
import type { LiveCard } from '#shared/contract/fields.ts'

type Part<R extends CallRoute> = DataPartSpec<Extract<CallOutput<R>, object>>

export const navigationPart: Part<'GET /api/modular/navigation'> = {
  name: 'navigation',
  route: 'GET /api/modular/navigation',
  render: (items) => <IconNavigation items={items} />,
}

export const popularPart: Part<'GET /api/common/course-list-page'> = {
  name: 'popular',
  route: 'GET /api/common/course-list-page',
  render: ({ records }) => <CourseGrid courses={records} />,
}

export const worksPart: Part<'GET /api/modular/college/student-work'> = {
  name: 'works',
  route: 'GET /api/modular/college/student-work',
  render: (works) => <WorkWall works={works} />,
}

export const teachersPart: Part<'GET /api/modular/teacher-elegant'> = {
  name: 'teachers',
  route: 'GET /api/modular/teacher-elegant',
  render: (teachers) => <TeacherRow teachers={teachers.slice(0, 6)} />,
}

export const advantagesPart: Part<'GET /api/modular/product-advantage'> = {
  name: 'advantages',
  route: 'GET /api/modular/product-advantage',
  render: (advantages) => <AdvantageList advantages={advantages} />,
}

/** The first three categories that have articles. */
export function articleGroups(groups: CallOutput<'GET /api/modular/home-page/information'>): ArticleGroup[] {
  const shown = groups.filter((group) => group.articles.length > 0).slice(0, 3)
  return shown.map(({ category, articles }) => ({ name: category.name, articles }))
}

export const articlesPart: Part<'GET /api/modular/home-page/information'> = {
  name: 'articles',
  route: 'GET /api/modular/home-page/information',
  render: (groups) => <ArticleColumns groups={articleGroups(groups)} />,
}

export const honoursPart: Part<'GET /api/modular/company-honor'> = {
  name: 'honours',
  route: 'GET /api/modular/company-honor',
  render: (honours) => <HonourList honours={honours} />,
}

interface LessonsProps extends LiveVisit {
  records: readonly LiveCard[]
}

/** Today's lessons by the clock. */
export function TodayLessons({ records, ...visit }: LessonsProps): ReactNode {
  const day = timetableDay(records)
  return day ? <Timetable cards={timetableOf(records)} reference={day.time} {...visit} /> : null
}

/** Lessons that aren't in the timetable: those on air first, then the next ones. */
export function otherLessons(records: readonly LiveCard[]): LiveCard[] {
  const today = timetableOf(records)
  const others = records.filter((card) => !today.includes(card))
  return groupLives(others, undefined)
    .flatMap((group) => group.cards)
    .slice(0, 4)
}

export function OtherLessons({ records, ...visit }: LessonsProps): ReactNode {
  return <LiveGrid cards={otherLessons(records)} {...visit} />
}

export const todayPart: Part<'GET /api/home/open-live'> = {
  name: 'today',
  route: 'GET /api/home/open-live',
  render: ({ records }) => <TodayLessons records={records} now={undefined} />,
}

export const otherLivesPart: Part<'GET /api/home/open-live'> = {
  name: 'other-lives',
  route: 'GET /api/home/open-live',
  render: ({ records }) => <OtherLessons records={records} now={undefined} />,
}

/** All of them, for the server, which makes their HTML ahead. */
export const homeParts: readonly DataPartSpec<object>[] = [
  navigationPart,
  todayPart,
  otherLivesPart,
  classesPart,
  popularPart,
  worksPart,
  teachersPart,
  advantagesPart,
  articlesPart,
  honoursPart,
]
