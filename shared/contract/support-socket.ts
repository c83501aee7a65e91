import type { SupportMessage } from '#shared/contract/support.ts'

/** Path of the socket: WebSocket only. */
export const supportSocketPath = '/api/support/ws'

/** Largest frame in bytes: nothing is said by clients here but who they are. */
export const supportFrameBytes = 4 * 1024

/** What a client says when it connects. */
export interface SupportHandshake {
  /** From `POST /api/support/open`; good for a minute. */
  readonly sign: string
}

/** Why a socket was ended: after 'session' its client asks anew who it is, else it comes back. */
export type SupportEnd = 'session' | 'restart' | 'slow' | 'removed'

/** Events to the client; it sends none: what is said goes by calls. */
export interface SupportServerEvents {
  /** Joined: the last number that there is. */
  ready: (state: { readonly lastSeq: number }) => void
  message: (message: SupportMessage) => void
  /** Something beside the messages has changed: who answers, who waits before, that it is over. */
  changed: () => void
  /** Before the server ends the connection. */
  end: (reason: SupportEnd) => void
}
