import type { ReactNode } from 'react'
import { ScheduleList } from '#client/features/course/schedule-list.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import type { CourseDetail, Schedule } from '#shared/contract/course.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'
import css from './detail-aside.module.css'

function Block({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={css.block}>
      <h2 className={css.title}>{title}</h2>
      {children}
    </section>
  )
}

/** Lessons to come that cost nothing. */
function FreeLessons({
  periods,
  now,
}: {
  periods: CourseDetail['freeLivePeriods']
  now: number | undefined
}): ReactNode {
  return (
    <ul className={css.lines}>
      {periods.map((period) => {
        const status = now === undefined ? period.liveStatus : liveStatusAt(period.begDate, period.endDate, now)
        return (
          <li key={period.id}>
            <span>{period.name}</span>
            <span className="muted">{status === LiveStatus.live ? <LiveMark /> : momentText(period.begDate)}</span>
            {period.roomUrl && now !== undefined && isRoomOpen(period, now) ? (
              <a className="link" href={period.roomUrl} aria-label={`进入教室：${period.name}`}>
                进入教室
              </a>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

export interface DetailAsideProps {
  schedules: readonly Schedule[]
  freePeriods?: CourseDetail['freeLivePeriods']
  /** What comes with the course, in words. */
  promises: readonly string[]
  college: { name: string; path: string } | null
  phone: string
  hours: string
  now?: number
}

/** The column beside the text: terms, free lessons, what the school promises, whom to ask. */
export function DetailAside({
  schedules,
  freePeriods = [],
  promises,
  college,
  phone,
  hours,
  now,
}: DetailAsideProps): ReactNode {
  return (
    <aside className={css.aside} aria-label="报名前看看">
      {schedules.length > 0 ? (
        <Block title="开课时间">
          <ScheduleList schedules={schedules} />
        </Block>
      ) : null}
      {freePeriods.length > 0 ? (
        <Block title="免费旁听的直播">
          <FreeLessons periods={freePeriods} now={now} />
        </Block>
      ) : null}
      <Block title="学校答应的事">
        <ul className={css.lines}>
          {promises.filter(Boolean).map((text) => (
            <li key={text}>{text}</li>
          ))}
          <li>
            <a className="link" href="/agreement/refund">
              退款规则
            </a>
          </li>
          <li>
            <a className="link" href="/agreement/purchase">
              课程购买协议
            </a>
          </li>
        </ul>
      </Block>
      <Block title="想先问问">
        <p className={css.phone}>{phone}</p>
        <p className="s13 muted">{hours}</p>
        {college ? (
          <p className={css.college}>
            <a className="more" href={`/college/${college.path}`}>
              去{college.name}看看
            </a>
          </p>
        ) : null}
      </Block>
    </aside>
  )
}
