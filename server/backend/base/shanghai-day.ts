const shanghaiOffsetMs = 8 * 3_600_000

/** The day in Asia/Shanghai (UTC+8 all year) of a moment in epoch ms, 'YYYY-MM-DD'. */
export function shanghaiDay(time: number): string {
  return new Date(time + shanghaiOffsetMs).toISOString().slice(0, 10)
}

/** A moment in epoch ms as people in Asia/Shanghai write it, 'YYYY-MM-DD HH:mm:ss'. */
export function shanghaiMoment(time: number): string {
  return new Date(time + shanghaiOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Epoch ms of a day and time of day in Asia/Shanghai. */
export function shanghaiTime(day: string, minutes: number): number {
  return Date.parse(`${day}T00:00:00Z`) - shanghaiOffsetMs + minutes * 60_000
}
