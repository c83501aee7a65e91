import type { Log } from '#server/backend/base/parts.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImEnd } from '#shared/contract/im-socket.ts'
import type { ImServer } from './between-processes.ts'
import type { ImChat } from './im-engine.ts'
import type { ImSocket, RoomSockets } from './room-sockets.ts'
import { isTooSlow, terminate } from './socket-care.ts'

const tickMs = 1000
/** Every so many ticks the database is asked what other processes may have failed to tell. */
const newsEveryTicks = 5
/** So many sessions are asked for at once. */
const sessionsPerTurn = 500

interface RoomCare {
  readonly io: ImServer
  readonly chat: ImChat
  readonly rooms: RoomSockets
  readonly log: Log
  /** Other processes have sockets of these rooms, too. */
  readonly isShared: boolean
  countOnline(groupKey: string): Promise<number>
  deliver(groupKey: string, message: ImMessage): void
  end(socket: ImSocket, reason: ImEnd): void
}

async function tellPresence({ io, rooms, countOnline }: RoomCare): Promise<void> {
  for (const groupKey of rooms.takeChangedRooms())
    io.local.to(groupKey).emit('presence', { onlineCount: await countOnline(groupKey) })
}

/** The sockets whose sessions are looked at in this turn: all of them, or in a hall a part, and the others in the next turns. */
function sessionsTurn(sockets: readonly ImSocket[], turn: number): ImSocket[] {
  const parts = Math.max(1, Math.ceil(sockets.length / sessionsPerTurn))
  return sockets.filter((_, index) => index % parts === turn % parts)
}

async function endOverSessions({ chat, rooms, end }: RoomCare, turn: number): Promise<void> {
  const sockets = sessionsTurn(rooms.sockets(), turn)
  if (sockets.length === 0) return
  const over = new Set(await chat.endedSessions([...new Set(sockets.map(({ data }) => data.joiner.sessionId))]))
  for (const socket of sockets) if (over.has(socket.data.joiner.sessionId)) end(socket, 'session')
}

async function tellNews({ chat, rooms, deliver }: RoomCare): Promise<void> {
  const since = rooms.lastSeqs()
  if (since.size === 0) return
  for (const { groupKey, messages } of await chat.news(since))
    for (const message of messages) deliver(groupKey, message)
}

const works = { presence: tellPresence, sessions: endOverSessions, news: tellNews }

/** Looks after the sockets once a second; answers how to stop it. Each work for itself: one that waits for another process holds nothing up. */
export function startRoomCare(care: RoomCare): () => Promise<void> {
  let ticks = 0
  const running = new Map<string, Promise<void>>()
  const begin = (name: keyof typeof works): void => {
    if (running.has(name)) return
    const done = works[name](care, ticks)
      .catch((error: unknown) => care.log.error({ err: error, work: name }, 'rooms could not be looked after'))
      .finally(() => running.delete(name))
    running.set(name, done)
  }
  const timer = setInterval(() => {
    for (const socket of care.rooms.sockets()) if (isTooSlow(socket)) terminate(socket)
    ticks += 1
    for (const name of ['presence', 'sessions'] as const) begin(name)
    if (care.isShared && ticks % newsEveryTicks === 0) begin('news')
  }, tickMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await Promise.all(running.values())
  }
}
