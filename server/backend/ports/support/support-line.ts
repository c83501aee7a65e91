import type { Server } from 'node:http'
import { type Socket, Server as SocketServer } from 'socket.io'
import type { Clock, Log } from '#server/backend/base/parts.ts'
import type { KeyedHash } from '#server/backend/base/secret.ts'
import { isTooSlow, terminate } from '#server/backend/ports/im/socket-care.ts'
import {
  type SupportEnd,
  type SupportServerEvents,
  supportFrameBytes,
  supportSocketPath,
} from '#shared/contract/support-socket.ts'
import { aloneWithNews, joinNews, type NewsBetweenProcesses, type SupportNews } from './support-news.ts'
import type { SupportChat, SupportJoiner, SupportLine } from './support-port.ts'
import { readJoiner, signJoiner } from './support-sign.ts'

const careMs = 5000
const handshakeMs = 10_000
const farewellMs = 1000
/** Sessions that are asked for at once. */
const sessionsPerTurn = 500
/** More open pages of one conversation end the oldest. */
const mostOfOne = 10

interface SocketData {
  joiner: SupportJoiner
  /** Up to here this socket has been told. */
  lastSeq: number
}

type LineSocket = Socket<Record<string, never>, SupportServerEvents, Record<string, never>, SocketData>
type LineServer = SocketServer<Record<string, never>, SupportServerEvents, Record<string, never>, SocketData>

interface LineParts {
  readonly clock: Clock
  readonly hash: KeyedHash
  readonly log: Log
  readonly redisUrl: string | undefined
}

interface Line extends LineParts {
  /** The sockets of this process by conversation, the oldest first. */
  readonly sockets: Map<number, Set<LineSocket>>
  /** Conversations that are being told; true: there was more meanwhile. */
  readonly telling: Map<number, boolean>
}

interface Serving {
  readonly io: LineServer
  readonly chat: SupportChat
  readonly others: NewsBetweenProcesses
  stop(): void
}

function end(socket: LineSocket, reason: SupportEnd): void {
  socket.emit('end', reason)
  socket.disconnect(true)
}

/** Tells the sockets of a conversation what each hasn't been told yet, in order; while it does, more is only noted. */
async function tellHere(line: Line, chat: SupportChat, conversationId: number): Promise<void> {
  if (line.telling.has(conversationId)) {
    line.telling.set(conversationId, true)
    return
  }
  line.telling.set(conversationId, false)
  try {
    do {
      line.telling.set(conversationId, false)
      const sockets = [...(line.sockets.get(conversationId) ?? [])]
      if (sockets.length === 0) return
      const after = Math.min(...sockets.map(({ data }) => data.lastSeq))
      const messages = await chat.missed(conversationId, after)
      for (const socket of sockets) {
        for (const message of messages)
          if (message.seq > socket.data.lastSeq) {
            socket.emit('message', message)
            socket.data.lastSeq = message.seq
          }
        socket.emit('changed')
      }
    } while (line.telling.get(conversationId))
  } catch (error) {
    line.log.error({ err: error }, 'a conversation could not be told')
  } finally {
    line.telling.delete(conversationId)
  }
}

function endConversation(line: Line, conversationId: number): void {
  for (const socket of [...(line.sockets.get(conversationId) ?? [])]) end(socket, 'removed')
}

function leave(line: Line, socket: LineSocket): void {
  const { conversationId } = socket.data.joiner
  const room = line.sockets.get(conversationId)
  room?.delete(socket)
  if (room?.size === 0) line.sockets.delete(conversationId)
}

function join(line: Line, { chat }: Serving, socket: LineSocket): void {
  const { joiner, lastSeq } = socket.data
  const room = line.sockets.get(joiner.conversationId) ?? new Set()
  line.sockets.set(joiner.conversationId, room)
  room.add(socket)
  socket.once('disconnect', () => leave(line, socket))
  const [oldest] = room
  if (room.size > mostOfOne && oldest) end(oldest, 'removed')
  socket.emit('ready', { lastSeq })
  // what was said between the look at the database and now
  void tellHere(line, chat, joiner.conversationId)
}

/** Lets a socket in by its ticket. */
async function enter({ hash, clock }: Line, chat: SupportChat, socket: LineSocket): Promise<boolean> {
  const { sign } = (socket.handshake.auth ?? {}) as Record<string, unknown>
  const joiner = readJoiner(hash, sign, clock.now())
  const lastSeq = joiner && (await chat.lastSeq(joiner))
  if (!joiner || lastSeq === undefined) return false
  socket.data = { joiner, lastSeq }
  return true
}

function openServer(server: Server): LineServer {
  return new SocketServer(server, {
    path: supportSocketPath,
    addTrailingSlash: false,
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    maxHttpBufferSize: supportFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: handshakeMs,
  })
}

/** Ends the sockets of sessions that are over, and those that don't read; with other processes, looks for what they failed to tell. */
async function care(line: Line, chat: SupportChat): Promise<void> {
  const all = [...line.sockets.values()].flatMap((room) => [...room])
  for (const socket of all) if (isTooSlow(socket)) terminate(socket)
  const sessions = [...new Set(all.flatMap(({ data }) => data.joiner.sessionId ?? []))]
  for (let from = 0; from < sessions.length; from += sessionsPerTurn) {
    const over = new Set(await chat.endedSessions(sessions.slice(from, from + sessionsPerTurn)))
    for (const socket of all) if (over.has(socket.data.joiner.sessionId ?? '')) end(socket, 'session')
  }
  if (line.redisUrl === undefined) return
  const since = new Map(
    [...line.sockets].map(([id, room]) => [id, Math.min(...[...room].map(({ data }) => data.lastSeq))]),
  )
  if (since.size === 0) return
  for (const conversationId of await chat.news(since)) await tellHere(line, chat, conversationId)
}

function startCare(line: Line, chat: SupportChat): () => void {
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    care(line, chat)
      .catch((error: unknown) => line.log.error({ err: error }, 'conversations could not be looked after'))
      .finally(() => {
        running = false
      })
  }, careMs)
  timer.unref()
  return () => clearInterval(timer)
}

function serve(line: Line, server: Server, chat: SupportChat): Serving {
  const io = openServer(server)
  const hear = ({ kind, conversationId }: SupportNews): void => {
    if (kind === 'gone') endConversation(line, conversationId)
    else void tellHere(line, chat, conversationId)
  }
  const others = line.redisUrl === undefined ? aloneWithNews : joinNews(line.redisUrl, line.log, hear)
  const serving: Serving = { io, chat, others, stop: startCare(line, chat) }
  io.use((socket, next) => {
    enter(line, chat, socket)
      .catch((error: unknown) => {
        line.log.error({ err: error }, 'a ticket of a conversation could not be looked at')
        return false
      })
      .then((isIn) => {
        next(isIn ? undefined : new Error('ticket'))
        if (!isIn) setImmediate(() => setImmediate(() => socket.conn.close()))
      })
  })
  io.on('connection', (socket) => join(line, serving, socket))
  return serving
}

/** Tells everybody to come again, and waits for a moment until they have gone. */
async function endAll(line: Line, { io, others, stop }: Serving): Promise<void> {
  stop()
  const all = [...line.sockets.values()].flatMap((room) => [...room])
  const closed = Promise.all(all.map(({ conn }) => new Promise((resolve) => conn.once('close', resolve))))
  for (const socket of all) end(socket, 'restart')
  let late: NodeJS.Timeout | undefined
  await Promise.race([closed, new Promise((resolve) => (late = setTimeout(resolve, farewellMs)))])
  clearTimeout(late)
  io.disconnectSockets(true)
  io.engine.close()
  others.close()
}

/** Our own sockets by socket.io: they only tell, what is said comes by calls. With Redis all processes tell each other. */
export function createSupportLine(parts: LineParts): SupportLine {
  const line: Line = { ...parts, sockets: new Map(), telling: new Map() }
  let serving: Serving | undefined
  let closing: Promise<void> = Promise.resolve()
  return {
    sign: (joiner) => signJoiner(parts.hash, joiner, parts.clock.now()),
    tell(conversationId) {
      if (!serving) return
      void tellHere(line, serving.chat, conversationId)
      serving.others.tell({ kind: 'said', conversationId })
    },
    remove(conversationId) {
      endConversation(line, conversationId)
      serving?.others.tell({ kind: 'gone', conversationId })
    },
    attach(server, chat) {
      serving = serve(line, server, chat)
    },
    close() {
      if (serving) closing = endAll(line, serving)
      serving = undefined
      return closing
    },
  }
}
