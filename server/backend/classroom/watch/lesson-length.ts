interface ClassTimes {
  readonly beginAt: Date
  readonly endAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

/** How long a class lasts, in seconds: from when it really began to when it really ended; by the timetable what of it isn't known yet. */
export function classLength({ beginAt, endAt, startedAt, endedAt }: ClassTimes): number {
  const end = (endedAt ?? endAt).getTime()
  const begin = startedAt !== null && startedAt.getTime() < end ? startedAt.getTime() : beginAt.getTime()
  return Math.max(1, Math.round((end - begin) / 1000))
}
