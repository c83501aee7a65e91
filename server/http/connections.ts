import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-network.ts'
import { clientAddress } from './client-address.ts'

export interface ConnectionLimits {
  readonly most: number
  /** For one client address (an IPv6 /64 is one); 0 when the peers are proxies. */
  readonly mostPerAddress: number
  /** The rest of a request may be awaited for so long, and a millisecond more for each byte that came; then 408. */
  readonly requestMs: number
  /** An answer may lie for so long, and a millisecond more for each of its bytes, until its reader is cut. */
  readonly slowReaderMs: number
  /** Answers that wait for their readers may take so much memory together. */
  readonly unreadBytes: number
}

/** Knows every connection of a server and ends those that only hold it. Their server answers 408 on 'clientError'. */
export interface Connections {
  /** Call with every request: false when its connection is ending and it gets no answer. */
  admit(req: IncomingMessage, res: ServerResponse): boolean
  /** The connection speaks another protocol from now on: once it has, it is counted and else left alone. */
  upgraded(socket: Socket): void
  /** True when a whole answer may be written to the socket: none has begun there. */
  mayAnswer(socket: Socket): boolean
  /** Open ones; ended to make room; refused because there was none; bodies and readers that were too slow. */
  figures(): Readonly<Record<'open' | 'displaced' | 'refused' | 'slowRequests' | 'slowReaders', number>>
}

interface Connection {
  readonly socket: Socket
  readonly address: string
  /** Of the latest request, or of the connection itself. */
  at: number
  request: IncomingMessage | undefined
  /** Bytes that had come before the body of `request`, or before the connection changed its protocol. */
  received: number
  /** What isn't wholly on its way to the client, in order. */
  answers: ServerResponse[]
  isEnding: boolean
  isUpgraded: boolean
  /** Since when bytes have been lying, and how many had gone out before. */
  lying: { readonly since: number; readonly sent: number } | undefined
}

/** A server says so when it begins to end. */
export const drainEvent = 'drain-begins'
const lookEveryMs = 1000
/** Requests sent ahead of their answers, and bytes of answers that lie: with more, the connection ends behind them. */
const mostAhead = 8
const mostLying = 256 * 1024
/** Of all connections, or of the address's: so many are ended at once, so that looking for them is rare. */
const displacedShare = 1 / 16

function dropAnswered(connection: Connection): void {
  while (connection.answers[0]?.writableFinished) connection.answers.shift()
}

function lyingBytes({ answers }: Connection): number {
  let bytes = 0
  for (const answer of answers) bytes += answer.writableLength
  return bytes
}

/** No work of ours would be lost: it waits for a request, for the rest of one, for its reader or for a first frame. */
function canBeDisplaced(connection: Connection): boolean {
  dropAnswered(connection)
  const { answers, request, isUpgraded, received, socket } = connection
  // Who changed the protocol and says nothing in it waits as well; who speaks is heard, or closed by the service.
  if (isUpgraded) return socket.bytesRead === received
  return request?.complete === false || answers.every((answer) => answer.writableEnded)
}

/** Whether its reader takes less than a byte a millisecond; what the reader owes grows with the answer, not with time. */
function isTooSlow(connection: Connection, now: number, slowReaderMs: number): boolean {
  const { socket, lying } = connection
  if (lyingBytes(connection) === 0) {
    connection.lying = undefined
    return false
  }
  if (!lying) connection.lying = { since: now, sent: socket.bytesWritten - socket.writableLength }
  return lying !== undefined && now - lying.since > slowReaderMs + (socket.bytesWritten - lying.sent)
}

/** Whether the body comes with less than a byte a millisecond: an upload may last, a body that dribbles may not. */
function isDribbling({ socket, request, at, received }: Connection, now: number, requestMs: number): boolean {
  return request?.complete === false && now - at > requestMs + (socket.bytesRead - received)
}

/** The connections of one server, and what became of those that are gone. */
interface Watched {
  readonly server: Server
  readonly limits: ConnectionLimits
  readonly open: Map<Socket, Connection>
  readonly perAddress: Map<string, number>
  readonly counts: { displaced: number; refused: number; slowRequests: number; slowReaders: number }
}

/** Those that have waited longest make room for a newcomer; when none waits, it has to go. */
function displace(
  { open, counts }: Watched,
  newcomer: Connection,
  among: (connection: Connection) => boolean,
  most: number,
): void {
  const waiting = [...open.values()].filter(
    (connection) => connection !== newcomer && among(connection) && canBeDisplaced(connection),
  )
  const leaving = waiting.sort((a, b) => a.at - b.at).slice(0, Math.max(1, Math.floor(most * displacedShare)))
  for (const { socket } of leaving) socket.destroy()
  counts.displaced += leaving.length
  if (leaving.length > 0) return
  counts.refused += 1
  newcomer.socket.destroy()
}

/** Ends requests and readers that are too slow, and of answers that nobody reads as many as must be. */
function look(watched: Watched): void {
  const { open, limits } = watched
  const now = performance.now()
  const lying: { connection: Connection; since: number; bytes: number }[] = []
  let total = 0
  for (const connection of open.values()) {
    dropAnswered(connection)
    if (isDribbling(connection, now, limits.requestMs)) refuse(watched, connection)
    else if (connection.answers.length === 0) connection.lying = undefined
    else if (isTooSlow(connection, now, limits.slowReaderMs)) cut(watched, connection)
    else if (connection.lying) {
      const bytes = lyingBytes(connection)
      lying.push({ connection, bytes, since: connection.lying.since })
      total += bytes
    }
  }
  lying.sort((a, b) => a.since - b.since)
  for (const { connection, bytes } of lying) {
    if (total <= limits.unreadBytes) break
    total -= bytes
    cut(watched, connection)
  }
}

function refuse({ server, counts }: Watched, connection: Connection): void {
  counts.slowRequests += 1
  if (connection.isEnding) connection.socket.destroy()
  connection.isEnding = true
  const error = Object.assign(new Error('The rest of the request did not come in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
  server.emit('clientError', error, connection.socket)
}

function cut({ counts }: Watched, { socket }: Connection): void {
  counts.slowReaders += 1
  socket.destroy()
}

/** A new connection, counted for its address. */
function take(watched: Watched, socket: Socket): void {
  const { limits, open, perAddress } = watched
  const address = networkOf(clientAddress({ socket, headers: {} }, 0))
  const connection: Connection = {
    socket,
    address,
    at: performance.now(),
    request: undefined,
    received: 0,
    answers: [],
    isEnding: false,
    isUpgraded: false,
    lying: undefined,
  }
  const ofAddress = (perAddress.get(address) ?? 0) + 1
  open.set(socket, connection)
  perAddress.set(address, ofAddress)
  socket.once('close', () => {
    open.delete(socket)
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  })
  const { most, mostPerAddress } = limits
  if (mostPerAddress > 0 && ofAddress > mostPerAddress)
    displace(watched, connection, (other) => other.address === address, mostPerAddress)
  else if (open.size > most) displace(watched, connection, () => true, most)
}

/** A request comes in; false when its connection is ending. */
function admit({ open }: Watched, req: IncomingMessage, res: ServerResponse): boolean {
  const connection = open.get(req.socket)
  if (!connection) return !req.socket.destroyed
  if (connection.isEnding) return false
  dropAnswered(connection)
  connection.at = performance.now()
  connection.request = req
  connection.received = req.socket.bytesRead
  connection.answers.push(res)
  const { answers } = connection
  if (answers.length > 1 && (answers.length >= mostAhead || lyingBytes(connection) > mostLying)) {
    connection.isEnding = true
    res.shouldKeepAlive = false
  }
  return true
}

/**
 * Watches a server's connections. When there are too many, those that have waited longest for a request, for the rest of
 * one or for their reader make room: who asks at once is served, however many only hold on.
 */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Map<Socket, Connection>()
  const counts = { displaced: 0, refused: 0, slowRequests: 0, slowReaders: 0 }
  const watched: Watched = { server, limits, open, perAddress: new Map<string, number>(), counts }
  server.on('connection', (socket: Socket) => take(watched, socket))
  // Silence in both directions for the server's own time.
  server.on('timeout', (socket: Socket) => {
    const connection = open.get(socket)
    if (connection && lyingBytes(connection) > 0) cut(watched, connection)
    else socket.destroy()
  })
  const timer = setInterval(() => look(watched), Math.min(lookEveryMs, limits.slowReaderMs, limits.requestMs))
  timer.unref()
  server.once('close', () => clearInterval(timer))
  // Other protocols have no end of their own: their clients come again, to another process.
  server.once(drainEvent, () => {
    for (const { socket, isUpgraded } of open.values()) if (isUpgraded) socket.destroy()
  })

  return {
    admit: (req, res) => admit(watched, req, res),
    upgraded(socket) {
      const connection = open.get(socket)
      if (!connection) return
      connection.isUpgraded = true
      connection.at = performance.now()
      connection.received = socket.bytesRead
    },
    mayAnswer(socket) {
      const connection = open.get(socket)
      if (!connection) return true
      dropAnswered(connection)
      const { answers, request } = connection
      if (answers.length === 0) return request?.complete !== false
      return answers.length === 1 && answers[0]?.headersSent === false
    },
    figures: () => ({ open: open.size, ...counts }),
  }
}
