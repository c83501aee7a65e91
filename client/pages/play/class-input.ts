import type { PageQuery } from '#client/features/common/call-query.ts'
import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'
import { readLesson } from '#client/pages/play/room-input.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { classOfCourseQuery, roomLobbyQuery } from '#client/features/play/play-queries.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'

type Params = { id?: string }

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** The address of a room that names only the course asks which class is meant; undefined when it names the lesson. */
export function classQuery(
  api: Api,
  params: Params,
  search: URLSearchParams,
): PageQuery<CallOutput<'GET /api/live/class-of-course'>> | undefined {
  if (params.id !== undefined) return undefined
  const [courseId, scheduleId] = [readId(search.get('courseId')), readId(search.get('scheduleId'))]
  if (courseId === undefined) throw pageNotFound('没有这间教室')
  return classOfCourseQuery(api, {
    courseId,
    ...(scheduleId === undefined ? {} : { scheduleId }),
  })
}

/** What anybody may know of the class that an address names. */
export function lobbyQuery(api: Api, params: Params, search: URLSearchParams): PageQuery<RoomLobby> {
  return roomLobbyQuery(api, readLesson(params, search))
}

/** Leads such an address to the class that is meant at this moment. */
export function settleClass({
  api,
  params,
  search,
  read,
}: {
  api: Api
  params: Params
  search: URLSearchParams
  read: <T>(query: PageQuery<T>) => T | undefined
}): void {
  const query = classQuery(api, params, search)
  if (!query) return void readLesson(params, search)
  const found = read(query)
  if (found) throw pageMoved(found.url, 302)
}
