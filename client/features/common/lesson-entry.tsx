import type { ReactNode } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { ButtonLink, type ButtonSize } from '#client/ui/button.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import type { LessonEntry } from '#shared/contract/play-fields.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { type EntryMoment, entryMoment } from '#shared/rules/lesson-entry.ts'
import css from './lesson-entry.module.css'

const beijingMinutes = -480

const words: Readonly<Record<Exclude<EntryMoment, 'film' | 'shut'>, string>> = {
  on: '进入教室',
  soon: '进入教室',
  coming: '去教室',
  over: '看回放',
}

/** What a way leads to now; undefined before hydration, when nobody knows the time. */
export function useEntryMoment(way: LessonEntry | null | undefined): EntryMoment | undefined {
  const now = useNow()
  if (!way || now === undefined) return undefined
  return entryMoment(
    {
      ...way,
      begDate: way.begDate === null ? null : toBrowserTime(way.begDate),
      endDate: way.endDate === null ? null : toBrowserTime(way.endDate),
    },
    now,
  )
}

/** '11 月 21 日 19:30 开课', in Beijing's time, which is named where the browser has another. */
export function BeginTime({ begDate }: { begDate: number }): ReactNode {
  const isElsewhere = useNow() !== undefined && new Date().getTimezoneOffset() !== beijingMinutes
  return (
    <time dateTime={new Date(begDate).toISOString()}>
      {isElsewhere ? '北京时间 ' : ''}
      {momentText(begDate)} 开课
    </time>
  )
}

function Note({ way, moment }: { way: LessonEntry; moment: EntryMoment }): ReactNode {
  if (moment === 'on') return <LiveMark />
  if ((moment === 'soon' || moment === 'coming') && way.begDate !== null) return <BeginTime begDate={way.begDate} />
  return null
}

/** The way into the next lesson of a course that the learner has: what it is called depends on the class, by the clock. `isFirst`: no other button leads. */
export function LessonEntryLink({
  way,
  size = 'm',
  isFirst = true,
}: {
  way: LessonEntry
  size?: ButtonSize
  isFirst?: boolean
}): ReactNode {
  const moment = useEntryMoment(way)
  if (moment === undefined || moment === 'shut') return null
  const text = moment === 'film' ? (way.isBegun ? '继续学习' : '去学习') : words[moment]
  return (
    <span className={css.way}>
      <ButtonLink
        tone={isFirst && moment !== 'over' ? 'primary' : 'secondary'}
        size={size}
        href={way.url}
        aria-label={`${text}：${way.periodName}`}
      >
        {text}
      </ButtonLink>
      <span className={css.note}>
        <Note way={way} moment={moment} />
      </span>
    </span>
  )
}
