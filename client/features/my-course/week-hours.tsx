import type { ReactNode } from 'react'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './week-hours.module.css'

type Days = CallOutput<'GET /api/user/learning-days'>

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const
const minuteSec = 60
const hourMin = 60
/** The plot: lines every `lineMinutes`, more apart where a day is longer. */
const plotHeight = 84

const minutesOf = (seconds: number): number => Math.floor(seconds / minuteSec)

/** '6 小时 40 分', short of an hour '40 分'. */
function durationText(minutes: number): string {
  const hours = Math.floor(minutes / hourMin)
  return [hours > 0 ? `${hours} 小时` : '', minutes % hourMin > 0 || hours === 0 ? `${minutes % hourMin} 分` : '']
    .filter((part) => part !== '')
    .join(' ')
}

function Bar({
  day,
  today,
  most,
  name,
}: {
  day: Days['week'][number]
  today: string
  most: number
  name: string
}): ReactNode {
  const minutes = minutesOf(day.seconds)
  const isToday = day.date === today
  const height = minutes === 0 ? 0 : Math.max(2, Math.round((minutes / most) * plotHeight))
  return (
    <li data-today={isToday || undefined} data-future={day.date > today || undefined}>
      <span className={css.minutes} aria-hidden="true">
        {minutes > 0 ? minutes : ''}
      </span>
      <svg className={css.bar} viewBox={`0 0 28 ${plotHeight}`} width="28" height={plotHeight} aria-hidden="true">
        {minutes === 0 ? (
          day.date > today ? null : (
            <rect className={css.none} x="0" y={plotHeight - 2} width="28" height="2" />
          )
        ) : isToday ? (
          <rect
            className={css.open}
            x="0.75"
            y={plotHeight - height + 0.75}
            width="26.5"
            height={Math.max(1, height - 1.5)}
          />
        ) : (
          <rect x="0" y={plotHeight - height} width="28" height={height} />
        )}
      </svg>
      <em aria-hidden="true">{isToday ? '今天' : name}</em>
      <span className="visually-hidden">
        星期{name}
        {isToday ? '，今天' : ''}，{minutes} 分钟
      </span>
    </li>
  )
}

/** Compared with the week before, only where that says something. */
function compareText(minutes: number, before: number): string {
  if (before === 0) return ''
  return minutes > before ? `比上周多 ${durationText(minutes - before)}` : `上周学了 ${durationText(before)}`
}

/** How long one has learned this week, day by day, and in all. */
export function WeekHours({ days }: { days: Days }): ReactNode {
  const minutes = minutesOf(days.week.reduce((sum, { seconds }) => sum + seconds, 0))
  const most = Math.max(hourMin, ...days.week.map(({ seconds }) => minutesOf(seconds)))
  const hours = Math.floor(minutes / hourMin)
  const compared = compareText(minutes, minutesOf(days.lastWeekSeconds))
  return (
    <section className={css.hours} aria-label="本周学习">
      <div>
        <p className="muted">这一周学了</p>
        <p className={css.big}>
          {hours > 0 ? (
            <>
              {hours}
              <small>小时</small>
            </>
          ) : null}
          {minutes % hourMin}
          <small>分</small>
        </p>
        <p className="s13 faint">{compared || (minutes === 0 ? '听一节课，这里就有数了' : '从周一算起')}</p>
      </div>
      <ol className={css.week} aria-label="每天的分钟数">
        {days.week.map((day, index) => (
          <Bar key={day.date} day={day} today={days.today} most={most} name={weekdays[index] ?? ''} />
        ))}
      </ol>
      <dl className={css.totals}>
        <div>
          <dt>共学</dt>
          <dd>{durationText(minutesOf(days.totalSeconds))}</dd>
        </div>
        <div>
          <dt>听完</dt>
          <dd>{days.finishedLessons} 讲</dd>
        </div>
        <div>
          <dt>这个月</dt>
          <dd>{days.daysThisMonth} 天</dd>
        </div>
      </dl>
    </section>
  )
}
