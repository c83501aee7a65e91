import type { OutgoingMessage } from '#client/features/room/outbox.ts'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImEnd, ImSent, QueueNews } from '#shared/contract/im-socket.ts'

export type ImGroup = CallOutput<'GET /api/im/join-group'>

/** One connection to a room's chat: embedded, or at a cloud. */
export interface ImDriver {
  /** Resolves when the room lets in; `lastSeq` is its last number then. Rejects when it can't be reached. */
  join(group: ImGroup): Promise<{ readonly lastSeq: number; readonly onlineCount: number | null }>
  send(message: {
    readonly clientMsgId: string
    readonly text: string
    readonly at: readonly string[]
  }): Promise<ImSent>
  /** What came after a number, in order; absent: it is asked for over HTTP. */
  missed?(afterSeq: number): Promise<{ readonly messages: readonly ImMessage[]; readonly lastSeq: number }>
  onMessage(listener: (message: ImMessage) => void): void
  onPresence(listener: (state: { readonly onlineCount: number }) => void): void
  /** How the queue of a room for questions stands now. */
  onQueue(listener: (news: QueueNews) => void): void
  /** It is over: the line broke, or the server ended it. */
  onState(listener: (state: 'lost' | ImEnd) => void): void
  close(): void
}

/** joining: for the first time; reconnecting: after the line broke; refused: the server lets nobody in; removed: other tabs of the account took the place; ended: to be read only. */
export type RoomPhase = 'joining' | 'joined' | 'reconnecting' | 'ended' | 'refused' | 'removed'

export interface RoomChat {
  readonly phase: RoomPhase
  /** It has a line: what happens in the room comes by itself, also after the class. */
  readonly hears: boolean
  /** Why it was refused. */
  readonly reason: string
  readonly groupId: string | undefined
  readonly me: ImGroup['me'] | undefined
  readonly messages: readonly ImMessage[]
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  /** What this client has said and the list hasn't got yet. */
  readonly outgoing: readonly OutgoingMessage[]
  readonly onlineCount: number | undefined
  /** How often people came or went since this page is here; as many may have come as went. */
  readonly presenceChanges: number
}

export interface RoomStore {
  getState(): RoomChat
  subscribe(listener: () => void): () => void
  /** System messages as they come, not those of the history. */
  onSystem(listener: (message: ImMessage) => void): () => void
  /** How the queue of a room for questions stands, each time that it changed; what was missed is asked for. */
  onQueue(listener: (news: QueueNews) => void): () => void
  start(): void
  /**
   * Only the history of a room that is over; `isStaff`: the server has said so, they may still take back what was said. One that listens
   * keeps its line, or takes one: it hears when the class goes on.
   */
  startReading(groupId: string, isStaff?: boolean, listens?: boolean): void
  /** What was added to a room that is only read: nothing brings it. */
  readOn(): void
  stop(): void
  /** The network came back, or went: doesn't wait for the next try, or for the line to be found broken. */
  noteNetwork(isOnline: boolean): void
  send(text: string, at: readonly string[]): void
  retry(clientMsgId: string): void
  discard(clientMsgId: string): void
  loadOlder(): Promise<void>
  /** The list needn't hold everything: nobody looks at older ones, or only from this number on. */
  forgetOlder(inSight?: number): void
}

/** What came along when the room was entered, so that its first joining asks for nothing. */
export interface RoomSeat {
  readonly me: ImGroup['me']
  /** For one joining; undefined: none came along. */
  readonly group: ImGroup | undefined
  /** The newest page of the history; undefined: it didn't come along. */
  readonly messages: readonly ImMessage[] | undefined
}

export interface RoomStoreOptions {
  readonly api: Api
  readonly where: CallInput<'GET /api/im/join-group'>
  readonly seat?: RoomSeat | undefined
  readonly createDriver: (engine: ImGroup['engine']) => Promise<ImDriver>
  readonly createId: () => string
  /** Runs something later; answers how not to. */
  readonly later: (ms: number, run: () => void) => () => void
}
