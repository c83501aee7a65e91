import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { DataPart } from '#client/features/common/data-part.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { VisitorCard } from '#client/features/home/visitor-card.tsx'
import { groupLives, timetableDay } from '#client/features/live/live-state.ts'
import { openLiveInput } from '#client/pages/home/home-calls.ts'
import { OtherLessons, otherLessons, otherLivesPart, TodayLessons, todayPart } from '#client/pages/home/home-parts.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import { momentText, monthDayText, timeText, weekdayText } from '#shared/rules/number-text.ts'

/** The sheet of paper on the board, with what is on air and what comes next. */
export function HomeVisitorCard({ withLive }: { withLive: boolean }): ReactNode {
  const { common } = useApp()
  const { brandName, slogan, courseCount } = common.config
  const card = { brandName, slogan, courseCount, colleges: common.colleges }
  return withLive ? <LiveVisitorCard {...card} /> : <VisitorCard {...card} next={[]} />
}

function LiveVisitorCard(card: Omit<Parameters<typeof VisitorCard>[0], 'next'>): ReactNode {
  const { records, total } = useCall('GET /api/home/open-live', openLiveInput)
  const groups = groupLives(records, undefined)
  const live = groups.find((group) => group.status === LiveStatus.live)?.cards[0]
  const coming = groups.find((group) => group.status === LiveStatus.notStarted)?.cards[0]
  const day = timetableDay(records)
  const next = [live, coming].flatMap((item) =>
    item
      ? [
          {
            href: `/course/live/${item.id}`,
            when: item === live ? <LiveMark>{timeText(item.begDate)}</LiveMark> : day && monthDayText(day.time) === monthDayText(item.begDate) ? timeText(item.begDate) : momentText(item.begDate),
            name: item.periodName || item.name,
          },
        ]
      : [],
  )
  return <VisitorCard {...card} openCount={total} next={next} />
}

/** Today's lessons by the clock, then others with their covers. */
export function HomeLive({ title, subTitle }: { title: string; subTitle: string }): ReactNode {
  const lives = useCall('GET /api/home/open-live', openLiveInput)
  const { records } = lives
  const now = useNow()
  const day = timetableDay(records)
  if (!day) return null
  return (
    <>
      <SectionHead title={day.isToday ? '今日课表' : '近期课表'} note={`${monthDayText(day.time)}　${weekdayText(day.time)}`} more={{ href: '/live/list', text: '全部公开课' }} />
      <DataPart of={todayPart} data={lives}>
        <TodayLessons records={records} now={now} />
      </DataPart>
      {otherLessons(records).length > 0 ? (
        <div className="part">
          <SectionHead title={title} note={subTitle} more={{ href: '/live/list', text: '全部公开课' }} />
          <DataPart of={otherLivesPart} data={lives}>
            <OtherLessons records={records} now={now} />
          </DataPart>
        </div>
      ) : null}
    </>
  )
}
