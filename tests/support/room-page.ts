import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { io } from 'socket.io-client'
import { type Agent, request } from 'undici'
import { createRoomStore } from '#client/features/room/im-client.ts'
import type { ImDriver, RoomChat, RoomSeat, RoomStore } from '#client/features/room/room-store.ts'
import { createEmbeddedDriver } from '#client/features/room/im-embedded.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { ApiError, type Envelope } from '#shared/contract/codes.ts'

/** A browser gives a call up after so long. */
const callMs = 10_000

/** A learner's browser: at which site, and with whose cookie. */
export interface Browsing {
  readonly base: string
  readonly cookie: string
  /** Its connections, which may be those of others, too. */
  readonly dispatcher: Agent
}

function unpack(bytes: ArrayBuffer, encoding: string | string[] | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)
}

/** The reading calls of a page at a running site, as its browser sends them. */
export function pageCalls({ base, cookie, dispatcher }: Browsing): Api {
  return {
    async call<R extends CallRoute>(route: R, input: CallInput<R>): Promise<CallOutput<R>> {
      const url = new URL(route.slice(route.indexOf(' ') + 1), base)
      for (const [name, value] of Object.entries(input as object))
        if (value !== undefined) url.searchParams.set(name, String(value))
      const headers = { cookie, reqSource: 'pcSite', origin: base, 'accept-encoding': 'gzip, deflate, br' }
      const answer = await request(url, { headers, dispatcher, signal: AbortSignal.timeout(callMs) })
      const { statusCode } = answer
      const bytes = unpack(await answer.body.arrayBuffer(), answer.headers['content-encoding'])
      const envelope = JSON.parse(bytes.toString()) as Envelope<CallOutput<R>>
      if (envelope.code === 1) return envelope.body
      throw new ApiError(envelope.code, envelope.msg, statusCode)
    },
  }
}

export interface RoomPageOptions extends Browsing {
  readonly groupId: string
  /** What came along when the class was entered. */
  readonly seat?: RoomSeat | undefined
  /** The store's pauses are so many times shorter: 1 is a browser's. */
  readonly haste?: number
  /** Sees each connection that is made. */
  readonly watch?: (driver: ImDriver) => ImDriver
}

/** The chat of a class's page as it is shipped, without a browser: over real sockets to a running site. */
export function openRoomPage({
  groupId,
  seat,
  haste = 1,
  watch = (driver) => driver,
  ...browsing
}: RoomPageOptions): RoomStore {
  const { base, cookie } = browsing
  const extraHeaders = { origin: base, cookie }
  return createRoomStore({
    api: pageCalls(browsing),
    where: { groupId },
    seat,
    createDriver: async () => watch(createEmbeddedDriver((options) => io(base, { ...options, extraHeaders }))),
    createId: randomUUID,
    later(ms, run) {
      const timer = setTimeout(run, ms / haste)
      return () => clearTimeout(timer)
    },
  })
}

/** Resolves as soon as it is true of a page's chat; asked after every change. */
export function untilChat(store: RoomStore, isSo: (chat: RoomChat) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => undefined
    const look = (): boolean => {
      if (!isSo(store.getState())) return false
      stop()
      resolve()
      return true
    }
    if (!look()) stop = store.subscribe(look)
  })
}
