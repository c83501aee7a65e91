/** How long a course serves its learner, in words: null days are for good. */
export function serviceText(days: number | null): string {
  if (days === null) return '永久有效'
  if (days % 365 === 0) return `报名后 ${days / 365} 年内有效`
  if (days % 30 === 0) return `报名后 ${days / 30} 个月内有效`
  return `报名后 ${days} 天内有效`
}
