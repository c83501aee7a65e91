import { shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

/** When a live course is taught: the same times every week (or every day) until its lessons are through. */
export interface Slot {
  /** 1 Monday … 7 Sunday; all seven = every day. */
  readonly weekdays: readonly number[]
  /** Minutes after midnight in Shanghai. */
  readonly begin: number
  readonly minutes: number
}

export interface Timetable {
  readonly sessions: readonly { begin: number; end: number }[]
  /** After so many days the run comes round again without a gap. */
  readonly cycleDays: number
  readonly timeText: string
  readonly name: string
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const roundTheClockMinutes = 105
const nightSlots = 4
const daySlots = 10

/**
 * The slots that together leave no minute of the week without a class, back to back through day and night:
 * four daily night classes, and for each of ten times of day three pairs of weekdays and a Sunday.
 */
function roundTheClock(): Slot[] {
  const slots: Slot[] = []
  for (let index = 0; index < nightSlots; index++)
    slots.push({ weekdays: everyDay, begin: index * roundTheClockMinutes, minutes: roundTheClockMinutes })
  for (let index = nightSlots; index < nightSlots + daySlots; index++) {
    for (const weekdays of [[1, 4], [2, 5], [3, 6], [7]])
      slots.push({ weekdays, begin: index * roundTheClockMinutes, minutes: roundTheClockMinutes })
  }
  return slots
}

const roundTheClockSlots = roundTheClock()

/** How many open classes the week needs so that there is always one. */
export const openClassesNeeded = roundTheClockSlots.length

/** Times that learners ask for: evenings after work, and the weekend. */
const popularTimes = [
  [[1, 3], 19 * 60],
  [[2, 4], 19 * 60 + 30],
  [[3, 6], 19 * 60 + 30],
  [[6, 7], 10 * 60],
  [[2, 5], 20 * 60],
  [[1, 4], 19 * 60 + 30],
  [[6, 7], 14 * 60 + 30],
  [[3, 5], 20 * 60 + 15],
  [[2, 6], 19 * 60],
  [[4, 7], 19 * 60 + 30],
] as const

/** The slot of the open class number `index`; those after the needed ones take popular times. */
export function openSlot(index: number): Slot {
  return roundTheClockSlots[index] ?? popularSlot(index)
}

/** One of the popular times, in turn. */
export function popularSlot(index: number): Slot {
  const [weekdays, begin] = popularTimes[index % popularTimes.length] ?? popularTimes[0]
  return { weekdays, begin, minutes: index % 3 === 0 ? 105 : 90 }
}

/** A Monday long past: the schedule job moves everything forward from here. */
const anchorDay = '2024-01-01'

/** The lessons of a course in its slot; `index` staggers the runs so that courses stand at different lessons. */
export function planSessions(slot: Slot, lessons: number, index: number): Timetable {
  const isDaily = slot.weekdays.length === 7
  const perWeek = slot.weekdays.length
  const cycleDays = isDaily ? lessons : Math.ceil(lessons / perWeek) * 7
  const offsetDays = isDaily ? index % lessons : (index % (cycleDays / 7)) * 7
  const anchor = shanghaiTime(anchorDay, slot.begin) + offsetDays * dayMs
  const sessions = Array.from({ length: lessons }, (_, lesson) => {
    const weekday = slot.weekdays[lesson % perWeek] ?? 1
    const day = isDaily ? lesson : Math.floor(lesson / perWeek) * 7 + weekday - 1
    const begin = anchor + day * dayMs
    return { begin, end: begin + slot.minutes * 60_000 }
  })
  return { sessions, cycleDays, timeText: timeText(slot), name: className(slot) }
}

const alwaysOnMinutes = 90
const halfDayMinutes = 720

/**
 * Two classes that have all lessons of a course back to back every day, one from midnight on, one from noon on: with eight to twelve
 * lessons there is never a minute without one, though a class that is over rests before it comes round again.
 */
export function planAlwaysOn(lessons: number): Timetable[] {
  return [0, halfDayMinutes].map((begin) => {
    const first = shanghaiTime(anchorDay, begin)
    const sessions = Array.from({ length: lessons }, (_, lesson) => {
      const at = first + lesson * alwaysOnMinutes * 60_000
      return { begin: at, end: at + alwaysOnMinutes * 60_000 }
    })
    return {
      sessions,
      cycleDays: 1,
      timeText: `每天 ${clockText(begin)} 起连上 ${lessons} 讲`,
      name: begin === 0 ? '每日零点班' : '每日正午班',
    }
  })
}

function clockText(minutes: number): string {
  const inDay = minutes % 1440
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

function dayText(slot: Slot): string {
  if (slot.weekdays.length === 7) return '每天'
  return `每${slot.weekdays.map((weekday) => `周${'一二三四五六日'[weekday - 1]}`).join('、')}`
}

function timeText(slot: Slot): string {
  return `${dayText(slot)} ${clockText(slot.begin)}–${clockText(slot.begin + slot.minutes)}`
}

function className(slot: Slot): string {
  const part = slot.begin < 360 ? '夜班' : slot.begin < 720 ? '早班' : slot.begin < 1080 ? '午后班' : '晚班'
  return `${dayText(slot).replace('每', '').replaceAll('、', '') || '每'}${part}`.replace(/^天/, '每日')
}
