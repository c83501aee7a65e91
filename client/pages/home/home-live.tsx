import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { DataPart } from '#client/features/common/data-part.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { useOwnClasses } from '#client/features/session/use-own-classes.ts'
import { type NextClass, VisitorCard } from '#client/features/home/visitor-card.tsx'
import { groupLives, type LiveVisit, liveHref, timetableDay } from '#client/features/live/live-state.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { openLiveInput } from '#client/pages/home/home-calls.ts'
import { OtherLessons, otherLessons, otherLivesPart, TodayLessons, todayPart } from '#client/pages/home/home-parts.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { momentText, monthDayText, timeText, weekdayText } from '#shared/rules/number-text.ts'

/** The sheet of paper on the board, with what is on air and what comes next. */
export function HomeVisitorCard({ withLive }: { withLive: boolean }): ReactNode {
  const { common } = useApp()
  const { brandName, slogan, courseCount } = common.config
  const card = { brandName, slogan, courseCount, colleges: common.colleges }
  return withLive ? <LiveVisitorCard {...card} /> : <VisitorCard {...card} next={[]} />
}

/** The learner's own classes first, then the open ones. */
function nextClasses(own: readonly LiveCard[], records: readonly LiveCard[], visit: LiveVisit): NextClass[] {
  const groups = groupLives(records, undefined)
  const [live, coming] = [LiveStatus.live, LiveStatus.notStarted].map(
    (status) => groups.find((group) => group.status === status)?.cards[0],
  )
  const day = timetableDay(records)
  const whenOf = (item: LiveCard): ReactNode => {
    if (item.liveStatus === LiveStatus.live) return <LiveMark>{timeText(item.begDate)}</LiveMark>
    return day && monthDayText(day.time) === monthDayText(item.begDate)
      ? timeText(item.begDate)
      : momentText(item.begDate)
  }
  const shown = [...own.slice(0, 1), live, coming].filter((item) => item !== undefined)
  const unique = shown
    .filter((item, index) => shown.findIndex(({ periodId }) => periodId === item.periodId) === index)
    .slice(0, 2)
  return unique.map((item) => ({
    href: own.includes(item) && item.roomUrl ? item.roomUrl : liveHref(item, visit).href,
    when: whenOf(item),
    name: item.periodName || item.name,
  }))
}

function LiveVisitorCard(card: Omit<Parameters<typeof VisitorCard>[0], 'next'>): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  const { records, total } = useCall('GET /api/home/open-live', openLiveInput)
  const own = useOwnClasses()
  const { data: learning } = useQuery({
    ...callQuery(api, 'GET /api/user/learning-history', {}),
    enabled: user !== undefined,
    staleTime: 0,
    retry: false,
  })
  const now = useNow()
  return (
    <VisitorCard
      {...card}
      openCount={total}
      next={nextClasses(own, records, { now, isLearner: user !== undefined })}
      learning={user && learning}
    />
  )
}

/** Today's lessons by the clock, then others with their covers. */
export function HomeLive({ title, subTitle }: { title: string; subTitle: string }): ReactNode {
  const lives = useCall('GET /api/home/open-live', openLiveInput)
  const { records } = lives
  const now = useNow()
  const isLearner = useSession().user !== undefined
  const day = timetableDay(records)
  if (!day) return null
  return (
    <>
      <SectionHead
        title={day.isToday ? '今日课表' : '近期课表'}
        note={`${monthDayText(day.time)}　${weekdayText(day.time)}`}
        more={{ href: '/live/list', text: '全部公开课' }}
      />
      <DataPart of={todayPart} data={lives}>
        <TodayLessons records={records} now={now} isLearner={isLearner} />
      </DataPart>
      {otherLessons(records).length > 0 ? (
        <div className="part">
          <SectionHead title={title} note={subTitle} more={{ href: '/live/list', text: '全部公开课' }} />
          <DataPart of={otherLivesPart} data={lives}>
            <OtherLessons records={records} now={now} isLearner={isLearner} />
          </DataPart>
        </div>
      ) : null}
    </>
  )
}
