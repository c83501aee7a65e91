import type { QueryClient } from '@tanstack/react-query'
import type { RoomSeat } from '#client/features/room/room-store.ts'
import type { Api, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { CheckCode, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { Hangings } from '#shared/contract/live.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'
import { classNoticeQuery, enterLiveRoute } from '#client/features/play/play-queries.ts'
import type { RoomEntry, RoomLobby } from '#shared/contract/room-entry.ts'

/** The calls by which one goes into a class again. */
export type EntryRoute = Extract<CallRoute, 'GET /api/live/enter/play' | 'GET /api/ai-live/get-live-info'>

/** What they answer, as far as pages use it. */
export type Entered<R extends EntryRoute> = R extends EntryRoute ? Omit<CallOutput<R>, 'im' | 'streamId'> : never

/** What a room shows of its class. */
export type Known = LiveInfo & Hangings & { readonly canEvaluate: boolean }

const nothingHangs: Hangings = {
  notice: null,
  livePendant: {},
  saleInfo: null,
  activityId: null,
  reopenTime: null,
  staffTurn: null,
}

/** What is known of a class by entering it; until then, what anybody may know. */
export function knownOf(first: RoomEntry | undefined, lobby: RoomLobby): Known {
  return first ? { ...first, ...first.liveInfo } : { ...nothingHangs, ...lobby.liveInfo, canEvaluate: false }
}

/** The first entry in the words of the call by which the class is entered again. */
export function enteredBy(route: EntryRoute, answer: RoomEntry): Entered<EntryRoute> {
  if (route === enterLiveRoute) return answer
  const isFilm = answer.kind === PeriodKind.aiLive
  const aiLiveStatus = isFilm ? answer.liveInfo.liveStatus : LiveStatus.notFound
  return { ...answer, aiLiveStatus, checkCode: isFilm ? answer.checkCode : CheckCode.noCourse }
}

/** What the class says to its learners needn't be asked for. */
export function noteNotice(api: Api, queries: QueryClient, { scheduleId, classNotice }: RoomEntry): void {
  if (scheduleId === null || classNotice === null) return
  queries.setQueryData(classNoticeQuery(api, { scheduleId }).queryKey, classNotice)
}

/** Whether the class has something to say to whoever has come in, or may have. */
export function mayHaveNotice(first: RoomEntry | undefined): boolean {
  return first !== undefined && (first.classNotice !== null || first.failed.includes('classNotice'))
}

/** Whether something that the page shows beside the class couldn't be had with the first answer, and has to be asked for by itself. */
export function isPartial(first: RoomEntry | undefined): boolean {
  return first !== undefined && (first.failed.includes('hangings') || first.failed.includes('evaluation'))
}

/** With what the room's chat is joined first; undefined for who may not be in it. */
export function seatOf(first: RoomEntry | undefined): RoomSeat | undefined {
  if (!first?.me || first.groupId === null) return undefined
  const { me, chat, groupId, messages } = first
  return { me, group: chat ? { id: groupId, me, ...chat } : undefined, messages: messages ?? undefined }
}
