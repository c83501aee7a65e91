/** Years of which a calendar knows. */
const [firstYear, lastYear] = [2000, 2100]

/** Whether a text is a day that exists, or a month when it has no day, in a year of which calendars know. */
export function isCalendarText(text: string): boolean {
  const [year = 0, month = 0, day = 1] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= firstYear && year <= lastYear && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
