import type { CallInput } from '#shared/contract/calls.ts'
import { isCalendarText } from '#shared/rules/month-days.ts'

/** What an address of the timetable shows. */
export interface TimetableChoice {
  /** 'answer-live': the rooms for questions. */
  type: 'live' | 'answer-live'
  /** 'YYYY-MM'; undefined: the month of the day. */
  month: string | undefined
  /** 'YYYY-MM-DD'; undefined: today. */
  date: string | undefined
}

const monthPattern = /^\d{4}-\d{2}$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

function read(text: string | null, pattern: RegExp): string | undefined {
  return text !== null && pattern.test(text) && isCalendarText(text) ? text : undefined
}

/** Reads an address; what isn't a day or month of the calendar is as if it weren't there. */
export function readTimetableChoice(search: URLSearchParams): TimetableChoice {
  return {
    type: search.get('type') === 'answer-live' ? 'answer-live' : 'live',
    month: read(search.get('month'), monthPattern),
    date: read(search.get('date'), dayPattern),
  }
}

/** The address of a choice. */
export function timetableHref({ type = 'live', month, date }: Partial<TimetableChoice>): string {
  const query = new URLSearchParams({ type })
  if (month !== undefined && month !== date?.slice(0, 7)) query.set('month', month)
  if (date !== undefined) query.set('date', date)
  return `/user/timetable?${query}`
}

export function monthInput({
  month,
  date,
}: TimetableChoice): CallInput<'GET /api/my-course/class-schedule-monthly-calendar'> {
  const shown = month ?? date?.slice(0, 7)
  return { type: 'live', ...(shown === undefined ? {} : { month: shown }) }
}

/** A day has no more classes than one page. */
export function dayInput({ date }: TimetableChoice): CallInput<'GET /api/my-course/list-class-schedule'> {
  return { type: 'live', date: date ?? 'today', pageNum: 1, pageSize: 50 }
}

/** The classes that come, from now on. */
export const comingInput = { type: 'live', pageNum: 1, pageSize: 5 } as const

export const roomsInput = { pageNum: 1, pageSize: 10 } as const
