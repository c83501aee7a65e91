import type { ReactNode } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { DayExams } from '#client/features/timetable/day-exams.tsx'
import { timetableHref } from '#client/features/timetable/timetable-choice.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { DueHomework, TimetableClass, TimetableExam } from '#shared/contract/my-course.ts'
import { type EntryMoment, entryMoment } from '#shared/rules/lesson-entry.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import { dayText, monthDayText, shanghaiParts, timeText, weekdayText } from '#shared/rules/number-text.ts'
import { roomEarlyMs } from '#shared/rules/room-url.ts'
import css from './day-classes.module.css'

const minuteMs = 60_000

/** Where a class stands; by the server's word until the browser knows the time. */
export function momentOf(one: TimetableClass, now: number | undefined): EntryMoment {
  if (now !== undefined)
    return entryMoment(
      {
        kind: one.kind ?? 1,
        liveStatus: one.liveStatus,
        begDate: toBrowserTime(one.begDate),
        endDate: toBrowserTime(one.endDate),
      },
      now,
    )
  if (one.liveStatus === LiveStatus.ended) return 'over'
  return one.liveStatus === LiveStatus.live ? 'on' : 'coming'
}

/** '插画系统班　第 40 期　第 6 讲' */
export function classAbout({ courseName, scheduleName, sequenceNo }: TimetableClass): string {
  return [courseName, scheduleName, sequenceNo === null ? '' : `第\u00a0${sequenceNo}\u00a0讲`]
    .filter((part) => part)
    .join('　')
}

/** '原 19:30，改晚了', with the day where that was another one. */
export function movedText({ begDate, formerBegDate }: TimetableClass): string | undefined {
  if (formerBegDate === null || formerBegDate === begDate) return undefined
  const isSameDay = dayText(formerBegDate) === dayText(begDate)
  const before = isSameDay ? timeText(formerBegDate) : `${monthDayText(formerBegDate)} ${timeText(formerBegDate)}`
  return `原 ${before}，改${begDate > formerBegDate ? '晚' : '早'}了`
}

function Before({ one, now }: { one: TimetableClass; now: number | undefined }): ReactNode {
  const opens = one.begDate - roomEarlyMs
  const isToday = now !== undefined && dayText(toBrowserTime(opens)) === dayText(now)
  return (
    <>
      <Button tone="primary" disabled>
        进入教室
      </Button>
      <span className="s13 faint num">
        {isToday ? '' : `${monthDayText(opens)} `}
        {timeText(opens)} 开门
      </span>
    </>
  )
}

function Ways({
  one,
  now,
  onEvaluate,
}: { one: TimetableClass; now: number | undefined } & Pick<DayClassesProps, 'onEvaluate'>): ReactNode {
  const moment = momentOf(one, now)
  if (moment === 'coming') return <Before one={one} now={now} />
  if (moment === 'on' || moment === 'soon') {
    if (one.url === null) return <span className="s13 faint">教室没有开放</span>
    const minutes = now === undefined ? 0 : Math.ceil((toBrowserTime(one.begDate) - now) / minuteMs)
    return (
      <>
        <ButtonLink tone="primary" href={one.url} aria-label={`进入教室：${one.title}`}>
          进入教室
        </ButtonLink>
        {moment === 'on' ? <LiveMark>正在上课</LiveMark> : <span className="s13 muted num">还有 {minutes} 分钟</span>}
      </>
    )
  }
  return (
    <>
      {one.url !== null && one.kind === PeriodKind.live ? (
        <ButtonLink tone="quiet" size="s" href={one.url} aria-label={`看回放：${one.title}`}>
          看回放
        </ButtonLink>
      ) : (
        <span className="s13 faint">已经结束</span>
      )}
      {one.canEvaluate ? (
        <Button tone="text" size="s" onClick={() => onEvaluate(one)} aria-label={`评价这节课：${one.title}`}>
          评价这节课
        </Button>
      ) : null}
    </>
  )
}

function ClassRow({
  one,
  now,
  onEvaluate,
}: { one: TimetableClass; now: number | undefined } & Pick<DayClassesProps, 'onEvaluate'>): ReactNode {
  const moment = momentOf(one, now)
  const isOver = moment === 'over' || moment === 'shut'
  const moved = movedText(one)
  return (
    <li className={css.class} data-over={isOver || undefined}>
      <time className={css.time} dateTime={new Date(one.begDate).toISOString()}>
        {timeText(one.begDate)}
        <small>{isOver ? `${timeText(one.endDate)} 结束` : `至 ${timeText(one.endDate)}`}</small>
      </time>
      <div className={css.what}>
        <h3 className={css.title}>{one.title}</h3>
        <p className="muted s13">{classAbout(one)}</p>
        {one.teacherName ? (
          <p className={css.teacher}>
            {one.teacherImg ? (
              <img className={css.face} src={one.teacherImg} alt="" width={24} height={24} loading="lazy" />
            ) : null}
            {one.teacherName}　{one.isTaught ? '由你来讲' : '老师'}
          </p>
        ) : null}
        {moved && !isOver ? <p className={css.moved}>{moved}</p> : null}
      </div>
      <div className={css.ways}>
        <Ways one={one} now={now} onEvaluate={onEvaluate} />
      </div>
    </li>
  )
}

/** '今天', else '11 月 21 日　星期六' */
function headOf(date: string): string {
  return `${monthDayText(dayStart(date))}　${weekdayText(dayStart(date))}`
}

function HomeworkOfDay({ homework }: Pick<DayClassesProps, 'homework'>): ReactNode {
  return (
    <ul className={css.homework} aria-label="要交的作业">
      {homework.map(({ title, courseName, dueTime, isReturned, url }) => (
        <li key={url}>
          <time className="num" dateTime={new Date(dueTime).toISOString()}>
            {timeText(dueTime)} 截止
          </time>
          <a href={url}>
            {isReturned ? '再做一次' : '作业'}：{title}
          </a>
          <span className="muted">{courseName}</span>
        </li>
      ))}
    </ul>
  )
}

/** '3 节课，1 份作业到期' */
function onDayText(classes: number, homework: number): string {
  return [classes > 0 ? `${classes} 节课` : '', homework > 0 ? `${homework} 份作业到期` : '']
    .filter((part) => part !== '')
    .join('，')
}

interface DayClassesProps {
  /** 'YYYY-MM-DD' */
  date: string
  classes: readonly TimetableClass[]
  /** Exams that open or end on it. */
  exams: readonly TimetableExam[]
  /** What is to be handed in on that day. */
  homework: readonly DueHomework[]
  /** The class that comes next of all. */
  next: TimetableClass | undefined
  onEvaluate: (one: TimetableClass) => void
}

/** The classes of one day, the earliest first. */
export function DayClasses({ date, classes, exams, homework, next, onEvaluate }: DayClassesProps): ReactNode {
  const now = useNow(10_000)
  const head = headOf(date)
  return (
    <section aria-label={head}>
      <div className={css.head}>
        <h2>{head}</h2>
        <span className="muted s13">{onDayText(classes.length, homework.length)}</span>
      </div>
      <DayExams exams={exams} date={date} />
      {classes.length > 0 ? (
        <ol>
          {classes.map((one) => (
            <ClassRow
              key={`${one.periodId} ${one.scheduleId} ${one.begDate}`}
              one={one}
              now={now}
              onEvaluate={onEvaluate}
            />
          ))}
        </ol>
      ) : next ? (
        <EmptyBlock
          title="这天没有课"
          text={`下一节在${monthDayText(next.begDate)} 周${shanghaiParts(next.begDate).weekday} ${timeText(next.begDate)}，${next.title}`}
          {...(dayText(next.begDate) === date
            ? {}
            : { action: { text: '翻到那天', href: timetableHref({ date: dayText(next.begDate) }) } })}
        />
      ) : (
        <EmptyBlock
          title="还没有要上的课"
          text="报名或预约后，上课时间写在这里"
          action={{ text: '看公开课', href: '/live/list' }}
        />
      )}
      {homework.length > 0 ? <HomeworkOfDay homework={homework} /> : null}
    </section>
  )
}
