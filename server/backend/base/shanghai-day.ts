import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
/** Hours before UTC, all year; a zone by its name would cost twenty times as much. */
const offset = 8

function inShanghai(time: number): Dayjs {
  return dayjs.utc(time).utcOffset(offset)
}

/** The day in Asia/Shanghai of a moment in epoch ms, 'YYYY-MM-DD'. */
export function shanghaiDay(time: number): string {
  return inShanghai(time).format('YYYY-MM-DD')
}

/** A moment in epoch ms as people in Asia/Shanghai write it, 'YYYY-MM-DD HH:mm:ss'. */
export function shanghaiMoment(time: number): string {
  return inShanghai(time).format('YYYY-MM-DD HH:mm:ss')
}

/** The same by RFC 3339 with Shanghai's offset, '2026-03-11T12:30:00+08:00'. */
export function shanghaiIso(time: number): string {
  return inShanghai(time).format('YYYY-MM-DDTHH:mm:ssZ')
}

/** Epoch ms of a day ('YYYY-MM-DD') and of so many minutes after its midnight in Asia/Shanghai. */
export function shanghaiTime(day: string, minutes: number): number {
  return dayjs.utc(day).subtract(offset, 'hour').add(minutes, 'minute').valueOf()
}
