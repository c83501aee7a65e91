import { createMessageSequence } from '#client/features/room/message-sequence.ts'
import { createOutbox, type OutgoingMessage } from '#client/features/room/outbox.ts'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
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

/** Seconds before the first, second … try to come back. */
const retrySeconds = [1, 2, 4, 8, 16, 30] as const
const pageLength = 50
const keptMessages = 400
/** The same for who reads older ones: what is in sight stays, up to twice as many. */
const readMessages = 2000

/** Whether the server says no, and asking again changes nothing. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== Code.Fail && error.status !== 429 && !(error.status >= 500)
}

/**
 * The chat of one room: joins by a new ticket each time, comes back when the line breaks, and then has everything that was said
 * meanwhile, once and in order.
 */
export function createRoomStore(options: RoomStoreOptions): RoomStore {
  const { api, where } = options
  const sequence = createMessageSequence()
  const listeners = new Set<() => void>()
  const systemListeners = new Set<(message: ImMessage) => void>()
  const queueListeners = new Set<(news: QueueNews) => void>()
  let state: RoomChat = {
    phase: 'joining',
    hears: false,
    reason: '',
    groupId: undefined,
    me: options.seat?.me,
    messages: [],
    hasOlder: false,
    loadingOlder: false,
    outgoing: [],
    onlineCount: undefined,
    presenceChanges: 0,
  }
  let driver: ImDriver | undefined
  /** Counts connections: whatever belongs to an earlier one is not heard any more. */
  let attempt = 0
  let fails = 0
  let cancelRetry = (): void => undefined
  let filling = 0
  let { group: key, messages: newest } = options.seat ?? {}
  /** The server has let it in on this connection. */
  let isIn = false
  /** It has a line to hear what comes, and says nothing: its phase stays 'ended'. */
  let listening = false
  let readsAsStaff = false

  /** By what came along, once; then by a ticket of its own each time. */
  async function joinGroup(): Promise<ImGroup> {
    const first = key
    key = undefined
    return first ?? api.call('GET /api/im/join-group', where)
  }

  async function newestPage(groupId: string): Promise<readonly ImMessage[]> {
    const first = newest
    newest = undefined
    return first ?? api.call('GET /api/im/message-history-list', { groupId, size: pageLength })
  }

  function set(next: Partial<RoomChat>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const outbox = createOutbox({
    createId: options.createId,
    later: options.later,
    deliver: (message) => (driver && state.phase === 'joined' ? driver.send(message) : undefined),
    isJoined: () => state.phase === 'joined',
    onChange: (outgoing) => set({ outgoing }),
    onSent: (seq) => {
      sequence.noteLast(seq)
      void fill(attempt)
    },
    hasSeq: (seq) => seq <= sequence.lastSeq(),
  })

  /** What joined the list: takes it out of the outbox, and acts on what concerns this client. */
  function accept(joined: readonly ImMessage[]): void {
    if (joined.length === 0) return
    outbox.settle(joined)
    let { me } = state
    for (const message of joined) {
      const { system } = message
      if (me && message.systemType === SystemMessage.mute && system?.userId === me.userId)
        me = { ...me, isEstoppel: system.isEstoppel ?? false, untilTime: system.untilTime ?? null }
    }
    set({ messages: sequence.messages(), me })
    for (const message of joined)
      if (message.type === 'system') for (const listener of systemListeners) listener(message)
  }

  async function ask(afterSeq: number): Promise<{ messages: readonly ImMessage[]; lastSeq: number }> {
    if (driver?.missed) return driver.missed(afterSeq)
    const messages = await api.call('GET /api/im/message-history-list', {
      groupId: state.groupId ?? '',
      afterSeq,
      size: 200,
    })
    return { messages, lastSeq: messages.at(-1)?.seq ?? afterSeq }
  }

  /** Asks for what is missing until nothing is. */
  async function fill(mine: number): Promise<void> {
    if (filling === mine || mine !== attempt) return
    filling = mine
    try {
      while (mine === attempt && sequence.hasGap()) {
        const found = await ask(sequence.lastSeq())
        if (mine !== attempt) return
        sequence.noteLast(found.lastSeq)
        const before = sequence.lastSeq()
        accept(sequence.add(found.messages))
        if (sequence.lastSeq() === before) break
      }
      // Not there yet, though it is known to be: a moment later.
      if (mine === attempt && sequence.hasGap()) options.later(1000, () => void fill(mine))
    } catch {
      lose(mine)
    } finally {
      if (filling === mine) filling = 0
    }
  }

  /** The newest page of the history, once. */
  async function begin(groupId: string, mine: number): Promise<void> {
    if (sequence.hasBegun()) return
    const page = await newestPage(groupId)
    if (mine !== attempt) return
    const joined = sequence.begin(page)
    set({ messages: sequence.messages(), hasOlder: page.length === pageLength })
    accept(joined)
  }

  async function readOn(mine: number): Promise<void> {
    // What can't be had now is there the next time.
    const found = await ask(sequence.lastSeq()).catch(() => undefined)
    if (found && mine === attempt) accept(sequence.add(found.messages))
  }

  function listen(next: ImDriver, mine: number): void {
    next.onMessage((message) => {
      if (mine !== attempt) return
      accept(sequence.add([message]))
      if (sequence.hasGap()) void fill(mine)
    })
    next.onPresence(({ onlineCount }) => {
      if (mine === attempt) set({ onlineCount, presenceChanges: state.presenceChanges + 1 })
    })
    next.onQueue((news) => {
      if (mine === attempt) for (const listener of queueListeners) listener(news)
    })
    next.onState((over) => {
      if (over !== 'removed') return lose(mine)
      // Coming back by itself would take the place of another tab, and that one's the next: only who sits here decides that.
      if (mine !== attempt) return
      drop()
      if (listening) read()
      else set({ phase: 'removed' })
    })
  }

  function drop(): void {
    attempt += 1
    cancelRetry()
    driver?.close()
    driver = undefined
    isIn = false
    if (state.hears) set({ hears: false })
  }

  /** The connection is gone: another one after a while. */
  function lose(mine: number): void {
    if (mine !== attempt) return
    drop()
    if (!listening) set({ phase: state.phase === 'joining' && !sequence.hasBegun() ? 'joining' : 'reconnecting' })
    const seconds = retrySeconds[Math.min(fails, retrySeconds.length - 1)] ?? 30
    fails += 1
    cancelRetry = options.later(seconds * 1000, () => void connect())
    // The first time that nobody answers is told, too.
    if (fails > 1 && state.phase === 'joining') set({ phase: 'reconnecting' })
  }

  async function connect(): Promise<void> {
    drop()
    const mine = attempt
    try {
      const group = await joinGroup()
      if (mine !== attempt) return
      set({ groupId: group.id, me: group.me })
      const next = await options.createDriver(group.engine)
      if (mine !== attempt) return next.close()
      driver = next
      listen(next, mine)
      const [ready] = await Promise.all([next.join(group), begin(group.id, mine)])
      if (mine !== attempt) return
      fails = 0
      isIn = true
      sequence.noteLast(ready.lastSeq)
      set({
        phase: listening ? 'ended' : 'joined',
        hears: true,
        reason: '',
        ...(ready.onlineCount === null ? {} : { onlineCount: ready.onlineCount }),
      })
      await fill(mine)
      if (mine === attempt) outbox.deliverAll()
    } catch (error) {
      if (mine !== attempt) return
      if (!isRefusal(error)) return lose(mine)
      drop()
      if (listening) read()
      else set({ phase: 'refused', reason: error.message })
    }
  }

  /** The history as it stands, without a line. */
  function read(): void {
    const { groupId } = state
    listening = false
    if (groupId === undefined) return
    const mine = attempt
    // Of a class that one sat in, what was said while the line was cut.
    if (sequence.hasBegun()) void readOn(mine)
    begin(groupId, mine).catch((error: unknown) => {
      if (mine === attempt) set({ reason: error instanceof ApiError ? error.message : '聊天记录没有加载出来' })
    })
    if (state.me || !readsAsStaff) return
    // Without an answer it is only read.
    api.call('GET /api/im/join-group', where).then(
      ({ me }) => mine === attempt && set({ me }),
      () => undefined,
    )
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSystem(listener) {
      systemListeners.add(listener)
      return () => systemListeners.delete(listener)
    },
    onQueue(listener) {
      queueListeners.add(listener)
      return () => queueListeners.delete(listener)
    },
    start() {
      const wasListening = listening
      listening = false
      if (wasListening && isIn) {
        set({ phase: 'joined' })
        return outbox.deliverAll()
      }
      // told again of a class that it is in already
      if (isIn && state.phase === 'joined') return
      if (state.phase === 'refused' || state.phase === 'removed') set({ phase: 'joining' })
      else if (wasListening) set({ phase: 'reconnecting' })
      void connect()
    },
    startReading(groupId, isStaff = false, listens = false) {
      const keepsLine = listens && isIn
      listening = listens
      readsAsStaff = isStaff
      if (!keepsLine) drop()
      set({ phase: 'ended', groupId })
      if (keepsLine) return
      if (listens) void connect()
      else read()
    },
    readOn() {
      if (state.phase === 'ended' && !isIn && sequence.hasBegun()) void readOn(attempt)
    },
    stop() {
      listening = false
      drop()
    },
    noteNetwork(isOnline) {
      if ((state.phase === 'ended' && !listening) || state.phase === 'refused' || state.phase === 'removed') return
      if (!isOnline) lose(attempt)
      else if (!isIn) {
        fails = 0
        void connect()
      }
    },
    send: outbox.add,
    retry: outbox.retry,
    discard: outbox.discard,
    async loadOlder() {
      const first = state.messages[0]?.seq
      if (state.loadingOlder || !state.hasOlder || first === undefined || state.groupId === undefined) return
      set({ loadingOlder: true })
      try {
        const page = await api.call('GET /api/im/message-history-list', {
          groupId: state.groupId,
          beforeSeq: first,
          size: pageLength,
        })
        sequence.addOlder(page)
        set({ messages: sequence.messages(), hasOlder: page.length === pageLength, loadingOlder: false })
      } catch (error) {
        set({ loadingOlder: false })
        throw error
      }
    },
    forgetOlder(inSight) {
      const { messages } = state
      if (messages.length <= (inSight === undefined ? keptMessages : readMessages)) return
      const fromSight =
        inSight === undefined
          ? 0
          : messages.length -
            Math.max(
              0,
              messages.findIndex(({ seq }) => seq >= inSight),
            )
      const kept =
        inSight === undefined
          ? keptMessages / 2
          : Math.min(Math.max(fromSight, readMessages - keptMessages), 2 * readMessages)
      if (kept >= messages.length) return
      sequence.trim(kept)
      set({ messages: sequence.messages(), hasOlder: true })
    },
  }
}
