/** Where calendars of learners are: outside of /api, for programs that know no session. */
const calendarFile = /^\/calendar\/([\w-]{43})\.ics$/

/** The path that a secret opens. */
export function calendarPath(secret: string): string {
  return `/calendar/${secret}.ics`
}

/** The secret of a path; undefined for another path, and for one that can't be an address of ours. */
export function calendarSecret(path: string): string | undefined {
  return calendarFile.exec(path)?.[1]
}

/** Whether a path is of calendars at all. */
export function isCalendarPath(path: string): boolean {
  return path.startsWith('/calendar/')
}
