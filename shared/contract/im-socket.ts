import type { ImMessage } from '#shared/contract/im-fields.ts'

/** Path of the socket: WebSocket only. */
export const imSocketPath = '/api/im/ws'

/** Largest frame in bytes. */
export const imFrameBytes = 64 * 1024

/** What a client says when it connects. */
export interface ImHandshake {
  readonly groupId: string
  /** From join-group; each one joins once. */
  readonly sign: string
}

/** Why a socket was ended: it joins anew by another ticket, or it doesn't. */
export type ImEnd = 'ticket' | 'session' | 'slow' | 'flood' | 'removed' | 'restart'

export type ImSent =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly code: number; readonly msg: string }

/** How the queue of a room for questions stands, as everybody in it may know. */
export interface QueueNews {
  /** How many wait, whoever's turn it is not among them. */
  readonly waiting: number
  /** Whose turn it is; null between two. */
  readonly currentName: string | null
  readonly currentUserId: string | null
  /** Seconds until who came now would be called. */
  readonly expectedWaitSec: number
}

/** Events to the client. */
export interface ImServerEvents {
  /** Joined: the room's last number, and how many are there. */
  ready: (state: { readonly lastSeq: number; readonly onlineCount: number }) => void
  message: (message: ImMessage) => void
  /** How many people are there; at most once a second. */
  presence: (state: { readonly onlineCount: number }) => void
  /** The queue changed. It has no number and is kept nowhere: who was away asks. */
  queue: (news: QueueNews) => void
  /** Before the server ends the connection. */
  end: (reason: ImEnd) => void
}

/** Events to the server. */
export interface ImClientEvents {
  send: (
    message: { readonly clientMsgId: string; readonly text: string; readonly at?: readonly string[] },
    answer: (sent: ImSent) => void,
  ) => void
  /** What came after a number, in order, at most 200; again until `lastSeq` is reached. */
  missed: (
    ask: { readonly afterSeq: number },
    answer: (found: { readonly messages: readonly ImMessage[]; readonly lastSeq: number }) => void,
  ) => void
}
