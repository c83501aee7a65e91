import type { Server } from 'node:http'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImSent, QueueNews } from '#shared/contract/im-socket.ts'

/** What a client joins a room's chat with. */
export interface ImTicket {
  readonly engine: 'embedded' | 'tencent'
  readonly sign: string
  readonly appId: string
}

/** Who joins, as the ticket names them. */
export interface ImJoiner {
  readonly groupKey: string
  readonly userId: number
  /** The session that it belongs to: when it ends, its sockets do. */
  readonly sessionId: string
}

/** What was missed, and the number that the room has come to. */
interface MissedMessages {
  readonly messages: readonly ImMessage[]
  readonly lastSeq: number
}

/** What an engine that takes sockets asks: what was said, its order and who may speak is `server/backend/classroom/chat`'s. */
export interface ImChat {
  /** Uses a ticket up: the room's last number, or undefined when it was used before. */
  enter(joiner: ImJoiner, ticket: { readonly nonce: string; readonly expiresAt: number }): Promise<number | undefined>
  /** Checks and appends; never throws for what the sender did. */
  send(joiner: ImJoiner, message: unknown): Promise<ImSent>
  missed(joiner: ImJoiner, ask: unknown): Promise<MissedMessages>
  /** What came to rooms since those numbers. */
  news(
    since: ReadonlyMap<string, number>,
  ): Promise<readonly { readonly groupKey: string; readonly messages: readonly ImMessage[] }[]>
  /** Those of these sessions that are over. */
  endedSessions(sessionIds: readonly string[]): Promise<readonly string[]>
}

/**
 * Carries a room's messages to the people in it. An engine only delivers, and tells who is there.
 */
export interface ImEngine {
  readonly kind: ImTicket['engine']
  ticket(joiner: ImJoiner): Promise<ImTicket>
  /** Delivers a message to everybody in the room, in every process; after its commit. Never throws. */
  publish(groupKey: string, message: ImMessage): void
  /** Tells everybody in the room, in every process, how its queue stands; who isn't there misses it. Never throws. */
  tellQueue(groupKey: string, news: QueueNews): void
  /** Ids of the users with an open connection now, in every process. */
  onlineUserIds(groupKey: string): Promise<string[]>
  /** How many there are. */
  onlineCount(groupKey: string): Promise<number>
  /** Takes sockets from a server; the embedded engine only. */
  attach(server: Server, chat: ImChat): void
  /** Tells every socket to come again and ends it. */
  close(): Promise<void>
}
