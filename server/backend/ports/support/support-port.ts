import type { IncomingHttpHeaders, Server } from 'node:http'
import type { SupportMessage } from '#shared/contract/support.ts'

/** Who joins a conversation's socket. */
export interface SupportJoiner {
  readonly conversationId: number
  /** The session that it belongs to: when it ends, its sockets do. Null for a visitor. */
  readonly sessionId: string | null
}

/** What sockets ask; whose conversation it is was looked at when their ticket was written. */
export interface SupportChat {
  /** The last number, or undefined when the conversation is gone. */
  lastSeq(joiner: SupportJoiner): Promise<number | undefined>
  /** What came after a number, in order. */
  missed(conversationId: number, afterSeq: number): Promise<readonly SupportMessage[]>
  /** Those conversations in which more was said than these numbers. */
  news(since: ReadonlyMap<number, number>): Promise<readonly number[]>
  /** Those of these sessions that are over. */
  endedSessions(sessionIds: readonly string[]): Promise<readonly string[]>
}

/** The way by which what is said in the school's own window reaches the browsers that have it open. */
export interface SupportLine {
  /** What a socket joins with; good for a minute. */
  sign(joiner: SupportJoiner): string
  /** Something was said, or has changed; after its commit. In every process; never throws. */
  tell(conversationId: number): void
  /** A conversation has become part of another one: its sockets end. */
  remove(conversationId: number): void
  attach(server: Server, chat: SupportChat): void
  /** Tells every socket to come again and ends it. */
  close(): Promise<void>
}

/** An answer that was given in an inbox elsewhere. */
export interface InboxAnswer {
  /** The message's own number there. */
  readonly messageId: string
  readonly userId: number
  readonly text: string
}

/** What an inbox delivered: verified, and with a number that comes once. */
export interface InboxDelivery {
  readonly id: string
  /** Undefined: nothing that a learner is to be told. */
  readonly answer: InboxAnswer | undefined
}

/** Something that doesn't come from the inbox, or came too late. */
export class InboxError extends Error {
  override name = 'InboxError'
}

/** An inbox of others: it has the conversations, and we vouch for who our learners are. */
export interface SupportInbox {
  /** By what the inbox knows a learner, and the proof that it is them. */
  identify(userId: number): { readonly identifier: string; readonly hash: string }
  /** Reads what was delivered; throws `InboxError` for whatever isn't signed, or is too old. */
  readDelivery(headers: IncomingHttpHeaders, body: Buffer, now: number): InboxDelivery
}

/** Who answers learners. */
export type SupportPort =
  | { readonly kind: 'embedded'; readonly line: SupportLine; readonly inbox?: undefined }
  | { readonly kind: 'inbox'; readonly inbox: SupportInbox; readonly line?: undefined }
  | { readonly kind: 'script'; readonly inbox?: undefined; readonly line?: undefined }
