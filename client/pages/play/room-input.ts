import { pageNotFound } from '#client/pages/page-outcome.ts'

/** A lesson's address: its id in the path, the class that it is taken with in the query. */
export function readLesson(
  params: { id?: string },
  search: URLSearchParams,
): { periodId: number; scheduleId?: number } {
  const periodId = Number(params.id)
  if (!Number.isSafeInteger(periodId) || periodId < 1) throw pageNotFound('没有这间教室')
  const scheduleId = Number(search.get('scheduleId'))
  return Number.isSafeInteger(scheduleId) && scheduleId > 0 ? { periodId, scheduleId } : { periodId }
}

/** The same for a look by staff, or by whoever has a link that was signed for it. */
export function readPreview(
  params: { id?: string },
  search: URLSearchParams,
): { periodId: number; scheduleId?: number; isPreview: true; previewToken?: string } {
  const token = search.get('previewToken')
  return { ...readLesson(params, search), isPreview: true, ...(token ? { previewToken: token.slice(0, 200) } : {}) }
}

/** The heading of a room: course, number of the lesson, its name. */
export function roomTitle(live: { courseName: string; periodName: string; sequenceNo: number | null } | null): string {
  if (!live) return '教室'
  return [live.courseName, live.sequenceNo === null ? '' : `第 ${live.sequenceNo} 讲`, live.periodName]
    .filter(Boolean)
    .join('　')
}

/** The title of a room's page. */
export function roomHead(
  name: string | undefined,
  canonical: string,
): { title: string; description: string; canonical: string; noindex: true } {
  return { title: name ?? '教室', description: '直播教室：看课、聊天、提问。', canonical, noindex: true }
}
