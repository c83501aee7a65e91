import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Server as SocketServer } from 'socket.io'
import type { Clock, Ids, Log } from '#server/backend/base/parts.ts'
import type { KeyedHash } from '#server/backend/base/secret.ts'
import { runGuarded } from '#server/http/request-guard.ts'
import { Code } from '#shared/contract/codes.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { type ImClientEvents, type ImEnd, type ImSent, imFrameBytes, imSocketPath } from '#shared/contract/im-socket.ts'
import { supportSocketPath } from '#shared/contract/support-socket.ts'
import { alone, type ImServer, joinProcesses, type OtherProcesses } from './between-processes.ts'
import type { ImChat, ImEngine } from './im-engine.ts'
import { createPace } from './pace.ts'
import { startRoomCare } from './room-care.ts'
import { createRoomSockets, type ImSocket } from './room-sockets.ts'
import { watchFrames } from './socket-care.ts'
import { createSocketQueue } from './socket-queue.ts'
import { readTicket, signTicket, ticketMs } from './ticket-sign.ts'

const handshakeMs = 10_000
/** Whose sockets a backend's server takes; each path has a server of its own. */
const socketPaths = [imSocketPath, supportSocketPath] as const
/** Sockets are given so long to hear why they end. */
const farewellMs = 1000
/** A learner's pages may ask so often what was missed: each answer is two hundred messages. */
const missedRule = { atOnce: 10, perSecond: 5 } as const

/** Who sends more often than anybody may speak is refused without a question to the database, over all their pages. */
const sendRule = { atOnce: 20, perSecond: 3 } as const

/** Said without looking when somebody says more than can be kept in time. */
const tooFast: ImSent = { ok: false, code: Code.Toast, msg: '说得太快了，歇一下' }

/** What every engine is made of. */
export interface ImParts {
  readonly clock: Clock
  readonly hash: KeyedHash
  readonly ids: Ids
  readonly log: Log
}

type EmbeddedImOptions = ImParts & {
  readonly redisUrl: string | undefined
}

interface Serving {
  readonly io: ImServer
  readonly chat: ImChat
  readonly others: OtherProcesses
  stopCaring(): Promise<void>
}

/** One engine: its sockets by room, and the server that it serves. */
interface Engine extends EmbeddedImOptions {
  readonly rooms: ReturnType<typeof createRoomSockets>
  readonly inside: WeakSet<ImSocket>
  readonly missedPace: ReturnType<typeof createPace<number>>
  readonly sendPace: ReturnType<typeof createPace<number>>
  serving: Serving | undefined
}

function end(socket: ImSocket, reason: ImEnd): void {
  socket.emit('end', reason)
  socket.disconnect(true)
}

function deliver({ rooms, serving }: Engine, groupKey: string, message: ImMessage): void {
  if (rooms.passed(groupKey, message.seq)) serving?.io.local.to(groupKey).emit('message', message)
}

async function onlineUserIds({ rooms, serving }: Engine, groupKey: string): Promise<string[]> {
  return [...new Set([...rooms.userIds(groupKey), ...((await serving?.others.online(groupKey)) ?? [])])]
}

/** Lets a socket in by its ticket, which is used up by that. */
async function enter({ hash, clock, log, rooms, inside }: Engine, chat: ImChat, socket: ImSocket): Promise<boolean> {
  const { groupId, sign } = (socket.handshake.auth ?? {}) as Record<string, unknown>
  const ticket = readTicket(hash, sign, clock.now())
  if (!ticket || ticket.joiner.groupKey !== groupId) return false
  const { groupKey } = ticket.joiner
  rooms.hold(groupKey)
  const lastSeq = await chat.enter(ticket.joiner, ticket).catch((error: unknown) => {
    log.error({ err: error }, 'a ticket could not be looked at')
    return undefined
  })
  if (lastSeq === undefined || socket.conn.readyState !== 'open') {
    rooms.release(groupKey)
    return false
  }
  socket.data = { joiner: ticket.joiner, lastSeq }
  socket.conn.once('close', () => {
    // gone before it was let in: there was no 'connection' and is no 'disconnect'
    if (!inside.has(socket)) rooms.release(groupKey)
  })
  return true
}

/** What a socket sends and asks, one after the other; a frame that is none ends it. */
function listen({ log, clock, missedPace, sendPace }: Engine, chat: ImChat, socket: ImSocket): void {
  const { joiner } = socket.data
  const queue = createSocketQueue(socket, log)
  let hasAsked = false
  // a frame isn't a request: what its listener throws ends its socket and nothing else
  const guarded = (work: () => void): void =>
    runGuarded((error) => {
      log.error({ err: error }, 'something was thrown while a socket was served')
      socket.disconnect(true)
    }, work)
  const send = (message: unknown, answer: Parameters<ImClientEvents['send']>[1]): void => {
    const mayAsk = typeof answer !== 'function' || sendPace.take(joiner.userId, clock.now())
    if (!mayAsk) return answer(tooFast)
    queue.add(
      () => chat.send(joiner, message),
      answer,
      (full) => full(tooFast),
    )
  }
  socket.on('send', (message, answer) => guarded(() => send(message, answer)))
  const missed = (ask: unknown, answer: Parameters<ImClientEvents['missed']>[1]): void => {
    // who has just come in isn't kept waiting; tickets have a limit of their own
    const waitMs = hasAsked ? missedPace.waitMs(joiner.userId, performance.now()) : 0
    hasAsked = true
    const work = async (): Promise<Awaited<ReturnType<ImChat['missed']>>> => {
      if (waitMs > 0) await pause(waitMs)
      return chat.missed(joiner, ask)
    }
    queue.add(work, answer, () => end(socket, 'flood'))
  }
  socket.on('missed', (ask, answer) => guarded(() => missed(ask, answer)))
  // a frame that is none: socket.io ends the connection
  socket.on('error', (error) => log.debug({ err: error }, 'a socket sent nonsense'))
}

/** Somebody has come in: their room hears of it. */
function accept(engine: Engine, { chat, others }: Serving, socket: ImSocket): void {
  const { rooms, inside } = engine
  const { joiner } = socket.data
  inside.add(socket)
  void socket.join(joiner.groupKey)
  const { lastSeq, tooOld } = rooms.join(socket)
  if (tooOld) end(tooOld, 'removed')
  socket.emit('ready', { lastSeq, onlineCount: rooms.userIds(joiner.groupKey).length })
  others.changed(joiner.groupKey)
  listen(engine, chat, socket)
  socket.once('disconnect', () => {
    rooms.leave(socket)
    others.changed(joiner.groupKey)
  })
}

/** The server of our sockets, and nobody else's. */
function openServer(server: Server): ImServer {
  const io: ImServer = new SocketServer(server, {
    path: imSocketPath,
    addTrailingSlash: false,
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    maxHttpBufferSize: imFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: handshakeMs,
  })
  // the library leaves others open when something was answered on their connection before
  server.on('upgrade', ({ url }, socket) => {
    if (!socketPaths.some((path) => url?.startsWith(path))) socket.destroy()
  })
  return io
}

function attach(engine: Engine, server: Server, chat: ImChat): void {
  const { clock, log, redisUrl, rooms } = engine
  const io = openServer(server)
  const others = redisUrl === undefined ? alone : joinProcesses(io, redisUrl, log)
  const stopCaring = startRoomCare({
    io,
    chat,
    rooms,
    log,
    end,
    deliver: (groupKey, message) => deliver(engine, groupKey, message),
    isShared: redisUrl !== undefined,
    countOnline: async (groupKey) => (await onlineUserIds(engine, groupKey)).length,
  })
  const now: Serving = { io, chat, others, stopCaring }
  engine.serving = now
  io.use((socket, next) => {
    if (engine.serving !== now) return next(new Error('restart'))
    watchFrames(socket, clock, () => end(socket, 'flood'))
    const settle = (isIn: boolean): void => {
      next(isIn ? undefined : new Error('ticket'))
      // a client that may not join has no other business here
      if (!isIn) setImmediate(() => setImmediate(() => socket.conn.close()))
    }
    enter(engine, chat, socket)
      .catch((error: unknown) => {
        log.error({ err: error }, 'a ticket could not be read')
        return false
      })
      .then(settle)
      .catch((error: unknown) => {
        log.error({ err: error }, 'a socket could not be let in')
        socket.conn.close()
      })
  })
  io.on('connection', (socket) => accept(engine, now, socket))
  io.on('deliver', (groupKey, message) => deliver(engine, groupKey, message))
  io.on('changed', rooms.touch)
  io.on('online', (groupKey, answer) => answer(rooms.userIds(groupKey)))
}

/** Tells everybody to come again, and waits for a moment until they have gone. */
async function endAll({ rooms }: Engine, now: Serving): Promise<void> {
  await now.stopCaring()
  const sockets = rooms.sockets()
  const closed = Promise.all(sockets.map(({ conn }) => new Promise((resolve) => conn.once('close', resolve))))
  for (const socket of sockets) end(socket, 'restart')
  let late: NodeJS.Timeout | undefined
  await Promise.race([closed, new Promise((resolve) => (late = setTimeout(resolve, farewellMs)))])
  clearTimeout(late)
  now.io.disconnectSockets(true)
  now.io.engine.close()
  now.others.close()
}

/** Our own sockets by socket.io; with Redis they are one engine over all processes. */
export function createEmbeddedIm(options: EmbeddedImOptions): ImEngine {
  const engine: Engine = {
    ...options,
    rooms: createRoomSockets(),
    inside: new WeakSet<ImSocket>(),
    missedPace: createPace<number>(missedRule),
    sendPace: createPace<number>(sendRule),
    serving: undefined,
  }
  let closing: Promise<void> = Promise.resolve()
  return {
    kind: 'embedded',
    async ticket(joiner) {
      const sign = signTicket(options.hash, {
        joiner,
        nonce: options.ids.uuid(),
        expiresAt: options.clock.now() + ticketMs,
      })
      return { engine: 'embedded', sign, appId: 'embedded' }
    },
    publish(groupKey, message) {
      deliver(engine, groupKey, message)
      engine.serving?.others.deliver(groupKey, message)
    },
    tellQueue: (groupKey, news) => void engine.serving?.io.to(groupKey).emit('queue', news),
    onlineUserIds: (groupKey) => onlineUserIds(engine, groupKey),
    onlineCount: async (groupKey) => (await onlineUserIds(engine, groupKey)).length,
    attach: (server, chat) => attach(engine, server, chat),
    close() {
      if (engine.serving) closing = endAll(engine, engine.serving)
      engine.serving = undefined
      return closing
    },
  }
}
