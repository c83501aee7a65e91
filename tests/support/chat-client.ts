import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket as NetSocket } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import type { Backend } from '#server/backend/backend.ts'
import type { Api } from '#shared/contract/calls.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { type ImClientEvents, type ImSent, type ImServerEvents, imSocketPath } from '#shared/contract/im-socket.ts'

/** A backend behind a port of its own, with sockets. */
export interface ChatServer {
  readonly base: string
  readonly server: Server
  /** Cuts every connection, as a crash does, and listens again at the same address. */
  crash(): Promise<void>
  close(): Promise<void>
}

/** Starts one; `close` ends its sockets, the backend is the caller's. */
export async function startChatServer(
  backend: Pick<Backend, 'listener' | 'attachSockets' | 'endSockets'>,
): Promise<ChatServer> {
  const connections = new Set<NetSocket>()
  async function listen(port: number): Promise<Server> {
    const server = createServer(backend.listener)
    server.on('connection', (socket) => {
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    })
    backend.attachSockets(server)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const stop = async (server: Server): Promise<void> => {
    for (const socket of connections) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    get server() {
      return server
    },
    async crash() {
      await stop(server)
      await backend.endSockets()
      server = await listen(port)
    },
    async close() {
      await backend.endSockets()
      await stop(server)
    },
  }
}

/** What one learner has read of a room, over any number of connections. */
export interface Reader {
  /** In the order in which they were read. */
  readonly messages: ImMessage[]
  /** Undefined before the first connection. */
  lastSeq: number | undefined
}

export function createReader(lastSeq?: number): Reader {
  return { messages: [], lastSeq }
}

type ChatSocket = Socket<ImServerEvents, ImClientEvents>

/** One connection to a room, which reads as the contract says: what is known is dropped, a gap is asked for. */
export interface ChatClient {
  readonly socket: ChatSocket
  readonly reader: Reader
  /** Why the server said that it ends. */
  readonly ends: string[]
  readonly presence: number[]
  send(text: string, clientMsgId?: string): Promise<ImSent>
  /** Resolves as soon as it is true; asked after every event. */
  until(isSo: () => boolean): Promise<void>
  close(): void
}

interface RawSocket {
  send(data: string | Uint8Array): void
  terminate(): void
  pause(): void
  resume(): void
}

/** The WebSocket below. */
export function rawOf(socket: ChatSocket): RawSocket {
  return (socket.io.engine.transport as unknown as { ws: RawSocket }).ws
}

let count = 0

/** An id that no other message of this process has. */
export function freshMsgId(): string {
  count += 1
  return `message-${String(count).padStart(6, '0')}`
}

/** A socket with a ticket, not yet let in. */
export function openSocket(base: string, auth: object, headers: Record<string, string> = {}): ChatSocket {
  return io(base, {
    path: imSocketPath,
    addTrailingSlash: false,
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  })
}

/** Takes a ticket and joins; throws what the server refuses with. Missed messages are read before it resolves. */
export async function joinChat(
  api: Api,
  base: string,
  {
    groupId,
    reader = createReader(),
    headers = {},
  }: { groupId: string; reader?: Reader | undefined; headers?: Record<string, string> | undefined },
): Promise<ChatClient> {
  const group = await api.call('GET /api/im/join-group', { groupId })
  const socket = openSocket(base, { groupId: group.id, sign: group.sign }, headers)
  const client = createClient(socket, reader)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect_error', reject)
    socket.once('disconnect', (reason) => reject(new Error(reason)))
    socket.once('ready', ({ lastSeq, onlineCount }) => {
      client.presence.push(onlineCount)
      reader.lastSeq ??= lastSeq
      client.catchUp(lastSeq).then(resolve, reject)
    })
  })
  return client
}

function createClient(socket: ChatSocket, reader: Reader): ChatClient & { catchUp(lastSeq: number): Promise<void> } {
  const ends: string[] = []
  const presence: number[] = []
  let waiting: (() => void)[] = []
  let asking: Promise<void> | undefined
  const tell = (): void => {
    for (const look of [...waiting]) look()
  }
  function read(message: ImMessage): void {
    if (message.seq !== (reader.lastSeq ?? 0) + 1) return
    reader.lastSeq = message.seq
    reader.messages.push(message)
  }
  async function catchUp(lastSeq: number): Promise<void> {
    while ((reader.lastSeq ?? 0) < lastSeq && socket.connected) {
      const found = await new Promise<readonly ImMessage[]>((resolve) => {
        const gone = (): void => resolve([])
        socket.once('disconnect', gone)
        socket.emit('missed', { afterSeq: reader.lastSeq ?? 0 }, ({ messages }) => {
          socket.off('disconnect', gone)
          resolve(messages)
        })
      })
      for (const message of found) read(message)
      if (found.length === 0) return
    }
    tell()
  }
  socket.on('message', (message) => {
    const isGap = message.seq > (reader.lastSeq ?? 0) + 1
    if (isGap) {
      const after = asking ?? Promise.resolve()
      asking = after.then(() => catchUp(message.seq))
    } else read(message)
    tell()
  })
  socket.on('presence', ({ onlineCount }) => {
    presence.push(onlineCount)
    tell()
  })
  socket.on('end', (reason) => {
    ends.push(reason)
    tell()
  })
  socket.on('disconnect', tell)
  return {
    socket,
    reader,
    ends,
    presence,
    catchUp,
    send: (text, clientMsgId = freshMsgId()) =>
      new Promise((resolve) => {
        const gone = (): void => resolve({ ok: false, code: 0, msg: 'gone' })
        // else it would be kept for a connection that never comes
        if (!socket.connected) return gone()
        socket.once('disconnect', gone)
        socket.emit('send', { clientMsgId, text }, (sent) => {
          socket.off('disconnect', gone)
          resolve(sent)
        })
      }),
    until: (isSo) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo()) return
          waiting = waiting.filter((one) => one !== look)
          resolve()
        }
        waiting.push(look)
        look()
      }),
    close: () => void socket.disconnect(),
  }
}
