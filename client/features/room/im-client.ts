import { createMessageSequence } from '#client/features/room/message-sequence.ts'
import { createOutbox } from '#client/features/room/outbox.ts'
import { connect, drop, fill, lose, pageLength, type RoomLine, read, readOn } from '#client/features/room/room-line.ts'
import type { RoomChat, RoomStore, RoomStoreOptions } from '#client/features/room/room-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { fetchChatHistory } from '#client/features/room/chat-queries.ts'
import type { QueueNews } from '#shared/contract/im-socket.ts'

const keptMessages = 400
/** The same for who reads older ones: what is in sight stays, up to twice as many. */
const readMessages = 2000

const atFirst: RoomChat = {
  phase: 'joining',
  hears: false,
  reason: '',
  groupId: undefined,
  me: undefined,
  messages: [],
  hasOlder: false,
  loadingOlder: false,
  outgoing: [],
  onlineCount: undefined,
  presenceChanges: 0,
}

/** A room that nobody has joined yet; `tell` hears of each change. */
function createRoomLine(options: RoomStoreOptions, tell: () => void): RoomLine {
  const sequence = createMessageSequence()
  const outbox = createOutbox({
    createId: options.createId,
    later: options.later,
    deliver: (message) => (room.driver && room.state.phase === 'joined' ? room.driver.send(message) : undefined),
    isJoined: () => room.state.phase === 'joined',
    onChange: (outgoing) => room.set({ outgoing }),
    onSent: (seq) => {
      sequence.noteLast(seq)
      void fill(room, room.attempt)
    },
    hasSeq: (seq) => seq <= sequence.lastSeq(),
  })
  const room: RoomLine = {
    options,
    sequence,
    outbox,
    systemListeners: new Set<(message: ImMessage) => void>(),
    queueListeners: new Set<(news: QueueNews) => void>(),
    state: { ...atFirst, me: options.seat?.me },
    set(next) {
      room.state = { ...room.state, ...next }
      tell()
    },
    driver: undefined,
    attempt: 0,
    fails: 0,
    cancelRetry: () => undefined,
    filling: 0,
    key: options.seat?.group,
    newest: options.seat?.messages,
    isIn: false,
    listening: false,
    readsAsStaff: false,
  }
  return room
}

function start(room: RoomLine): void {
  const wasListening = room.listening
  room.listening = false
  if (wasListening && room.isIn) {
    room.set({ phase: 'joined' })
    return room.outbox.deliverAll()
  }
  // told again of a class that it is in already
  if (room.isIn && room.state.phase === 'joined') return
  if (room.state.phase === 'refused' || room.state.phase === 'removed') room.set({ phase: 'joining' })
  else if (wasListening) room.set({ phase: 'reconnecting' })
  void connect(room)
}

const startReading =
  (room: RoomLine): RoomStore['startReading'] =>
  (groupId, isStaff = false, listens = false) => {
    const keepsLine = listens && room.isIn
    room.listening = listens
    room.readsAsStaff = isStaff
    if (!keepsLine) drop(room)
    room.set({ phase: 'ended', groupId })
    if (keepsLine) return
    if (listens) void connect(room)
    else read(room)
  }

function noteNetwork(room: RoomLine, isOnline: boolean): void {
  const { phase } = room.state
  if ((phase === 'ended' && !room.listening) || phase === 'refused' || phase === 'removed') return
  if (!isOnline) lose(room, room.attempt)
  else if (!room.isIn) {
    room.fails = 0
    void connect(room)
  }
}

async function loadOlder(room: RoomLine): Promise<void> {
  const { messages, loadingOlder, hasOlder, groupId } = room.state
  const first = messages[0]?.seq
  if (loadingOlder || !hasOlder || first === undefined || groupId === undefined) return
  room.set({ loadingOlder: true })
  try {
    const page = await fetchChatHistory(room.options.api, {
      groupId,
      beforeSeq: first,
      size: pageLength,
    })
    room.sequence.addOlder(page)
    room.set({ messages: room.sequence.messages(), hasOlder: page.length === pageLength, loadingOlder: false })
  } catch (error) {
    room.set({ loadingOlder: false })
    throw error
  }
}

function forgetOlder(room: RoomLine, inSight: number | undefined): void {
  const { messages } = room.state
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
  room.sequence.trim(kept)
  room.set({ messages: room.sequence.messages(), hasOlder: true })
}

/** Adds a listener; answers how to take it away. */
function addTo<T>(listeners: Set<T>): (listener: T) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}

/**
 * The chat of one room: joins by a new ticket each time, comes back when the line breaks, and then has everything that was said
 * meanwhile, once and in order.
 */
export function createRoomStore(options: RoomStoreOptions): RoomStore {
  const listeners = new Set<() => void>()
  const room = createRoomLine(options, () => {
    for (const listener of listeners) listener()
  })
  return {
    getState: () => room.state,
    subscribe: addTo(listeners),
    onSystem: addTo(room.systemListeners),
    onQueue: addTo(room.queueListeners),
    start: () => start(room),
    startReading: startReading(room),
    readOn() {
      if (room.state.phase === 'ended' && !room.isIn && room.sequence.hasBegun()) void readOn(room, room.attempt)
    },
    stop() {
      room.listening = false
      drop(room)
    },
    noteNetwork: (isOnline) => noteNetwork(room, isOnline),
    send: room.outbox.add,
    retry: room.outbox.retry,
    discard: room.outbox.discard,
    loadOlder: () => loadOlder(room),
    forgetOlder: (inSight) => forgetOlder(room, inSight),
  }
}
