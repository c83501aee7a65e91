import type { createMessageSequence } from '#client/features/room/message-sequence.ts'
import type { createOutbox } from '#client/features/room/outbox.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { QueueNews } from '#shared/contract/im-socket.ts'
import { enterGroup, fetchChatHistory } from '#client/features/room/chat-queries.ts'
import type { ImDriver, ImGroup, RoomChat, RoomSeat, RoomStoreOptions } from '#client/features/room/room-store.ts'

/** Seconds before the first, second … try to come back. */
const retrySeconds = [1, 2, 4, 8, 16, 30] as const
/** So much of the history at once. */
export const pageLength = 50

/** The line of one room's chat, and what it has brought. */
export interface RoomLine {
  readonly options: RoomStoreOptions
  readonly sequence: ReturnType<typeof createMessageSequence>
  readonly outbox: ReturnType<typeof createOutbox>
  readonly systemListeners: Set<(message: ImMessage) => void>
  readonly queueListeners: Set<(news: QueueNews) => void>
  state: RoomChat
  set(next: Partial<RoomChat>): void
  driver: ImDriver | undefined
  /** Counts connections: whatever belongs to an earlier one is not heard any more. */
  attempt: number
  fails: number
  cancelRetry: () => void
  /** The connection that asks for what is missing; 0: none does. */
  filling: number
  /** What came along when the room was entered, for once. */
  key: RoomSeat['group']
  newest: RoomSeat['messages']
  /** The server has let it in on this connection. */
  isIn: boolean
  /** It has a line to hear what comes, and says nothing: its phase stays 'ended'. */
  listening: boolean
  readsAsStaff: boolean
}

/** Whether the server says no, and asking again changes nothing. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== Code.Fail && error.status !== 429 && !(error.status >= 500)
}

/** By what came along, once; then by a ticket of its own each time. */
async function joinGroup(room: RoomLine): Promise<ImGroup> {
  const first = room.key
  room.key = undefined
  return first ?? enterGroup(room.options.api, room.options.where)
}

async function newestPage(room: RoomLine, groupId: string): Promise<readonly ImMessage[]> {
  const first = room.newest
  room.newest = undefined
  return first ?? fetchChatHistory(room.options.api, { groupId, size: pageLength })
}

/** What joined the list: takes it out of the outbox, and acts on what concerns this client. */
function accept(room: RoomLine, joined: readonly ImMessage[]): void {
  if (joined.length === 0) return
  room.outbox.settle(joined)
  let { me } = room.state
  for (const message of joined) {
    const { system } = message
    if (me && message.systemType === SystemMessage.mute && system?.userId === me.userId)
      me = { ...me, isEstoppel: system.isEstoppel ?? false, untilTime: system.untilTime ?? null }
  }
  room.set({ messages: room.sequence.messages(), me })
  for (const message of joined)
    if (message.type === 'system') for (const listener of room.systemListeners) listener(message)
}

async function ask(room: RoomLine, afterSeq: number): Promise<{ messages: readonly ImMessage[]; lastSeq: number }> {
  if (room.driver?.missed) return room.driver.missed(afterSeq)
  const messages = await fetchChatHistory(room.options.api, {
    groupId: room.state.groupId ?? '',
    afterSeq,
    size: 200,
  })
  return { messages, lastSeq: messages.at(-1)?.seq ?? afterSeq }
}

/** Asks for what is missing until nothing is. */
export async function fill(room: RoomLine, mine: number): Promise<void> {
  if (room.filling === mine || mine !== room.attempt) return
  room.filling = mine
  try {
    while (mine === room.attempt && room.sequence.hasGap()) {
      const found = await ask(room, room.sequence.lastSeq())
      if (mine !== room.attempt) return
      room.sequence.noteLast(found.lastSeq)
      const before = room.sequence.lastSeq()
      accept(room, room.sequence.add(found.messages))
      if (room.sequence.lastSeq() === before) break
    }
    // Not there yet, though it is known to be: a moment later.
    if (mine === room.attempt && room.sequence.hasGap()) room.options.later(1000, () => void fill(room, mine))
  } catch {
    lose(room, mine)
  } finally {
    if (room.filling === mine) room.filling = 0
  }
}

/** The newest page of the history, once. */
async function begin(room: RoomLine, groupId: string, mine: number): Promise<void> {
  if (room.sequence.hasBegun()) return
  const page = await newestPage(room, groupId)
  if (mine !== room.attempt) return
  const joined = room.sequence.begin(page)
  room.set({ messages: room.sequence.messages(), hasOlder: page.length === pageLength })
  accept(room, joined)
}

/** What was added meanwhile, without a line. */
export async function readOn(room: RoomLine, mine: number): Promise<void> {
  // What can't be had now is there the next time.
  const found = await ask(room, room.sequence.lastSeq()).catch(() => undefined)
  if (found && mine === room.attempt) accept(room, room.sequence.add(found.messages))
}

function listen(room: RoomLine, next: ImDriver, mine: number): void {
  next.onMessage((message) => {
    if (mine !== room.attempt) return
    accept(room, room.sequence.add([message]))
    if (room.sequence.hasGap()) void fill(room, mine)
  })
  next.onPresence(({ onlineCount }) => {
    if (mine === room.attempt) room.set({ onlineCount, presenceChanges: room.state.presenceChanges + 1 })
  })
  next.onQueue((news) => {
    if (mine === room.attempt) for (const listener of room.queueListeners) listener(news)
  })
  next.onState((over) => {
    if (over !== 'removed') return lose(room, mine)
    // Coming back by itself would take the place of another tab, and that one's the next: only who sits here decides that.
    if (mine !== room.attempt) return
    drop(room)
    if (room.listening) read(room)
    else room.set({ phase: 'removed' })
  })
}

/** Closes the line, if there is one: whatever still comes from it isn't heard. */
export function drop(room: RoomLine): void {
  room.attempt += 1
  room.cancelRetry()
  room.driver?.close()
  room.driver = undefined
  room.isIn = false
  if (room.state.hears) room.set({ hears: false })
}

/** The connection is gone: another one after a while. */
export function lose(room: RoomLine, mine: number): void {
  if (mine !== room.attempt) return
  drop(room)
  if (!room.listening)
    room.set({ phase: room.state.phase === 'joining' && !room.sequence.hasBegun() ? 'joining' : 'reconnecting' })
  const seconds = retrySeconds[Math.min(room.fails, retrySeconds.length - 1)] ?? 30
  room.fails += 1
  room.cancelRetry = room.options.later(seconds * 1000, () => void connect(room))
  // The first time that nobody answers is told, too.
  if (room.fails > 1 && room.state.phase === 'joining') room.set({ phase: 'reconnecting' })
}

/** Joins by a new ticket, on a new line. */
export async function connect(room: RoomLine): Promise<void> {
  drop(room)
  const mine = room.attempt
  try {
    const group = await joinGroup(room)
    if (mine !== room.attempt) return
    room.set({ groupId: group.id, me: group.me })
    const next = await room.options.createDriver(group.engine)
    if (mine !== room.attempt) return next.close()
    room.driver = next
    listen(room, next, mine)
    const [ready] = await Promise.all([next.join(group), begin(room, group.id, mine)])
    if (mine !== room.attempt) return
    room.fails = 0
    room.isIn = true
    room.sequence.noteLast(ready.lastSeq)
    room.set({
      phase: room.listening ? 'ended' : 'joined',
      hears: true,
      reason: '',
      ...(ready.onlineCount === null ? {} : { onlineCount: ready.onlineCount }),
    })
    await fill(room, mine)
    if (mine === room.attempt) room.outbox.deliverAll()
  } catch (error) {
    if (mine !== room.attempt) return
    if (!isRefusal(error)) return lose(room, mine)
    drop(room)
    if (room.listening) read(room)
    else room.set({ phase: 'refused', reason: error.message })
  }
}

/** The history as it stands, without a line. */
export function read(room: RoomLine): void {
  const { groupId } = room.state
  room.listening = false
  if (groupId === undefined) return
  const mine = room.attempt
  // Of a class that one sat in, what was said while the line was cut.
  if (room.sequence.hasBegun()) void readOn(room, mine)
  begin(room, groupId, mine).catch((error: unknown) => {
    if (mine === room.attempt) room.set({ reason: error instanceof ApiError ? error.message : '聊天记录没有加载出来' })
  })
  if (room.state.me || !room.readsAsStaff) return
  // Without an answer it is only read.
  enterGroup(room.options.api, room.options.where).then(
    ({ me }) => mine === room.attempt && room.set({ me }),
    () => undefined,
  )
}
