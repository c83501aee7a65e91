import { SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'

/** A room's messages, whole and in order, whatever order they come in and however often. */
export interface MessageSequence {
  /** From the first that was asked for to the last without a gap; a new list whenever something changes. */
  messages(): readonly ImMessage[]
  /** The last number before the first gap. */
  lastSeq(): number
  /** Something after `lastSeq` is known to exist and isn't there. */
  hasGap(): boolean
  hasBegun(): boolean
  /** The newest page of the history; what came before it is kept. Answers what joined the list beside the page. */
  begin(page: readonly ImMessage[]): ImMessage[]
  /** Answers what joined the list: those that came, and those that had waited for them. */
  add(messages: readonly ImMessage[]): ImMessage[]
  /** The room's last number, as the server told it. */
  noteLast(seq: number): void
  /** Older ones, newest last. */
  addOlder(page: readonly ImMessage[]): void
  /** Keeps the newest ones only. */
  trim(count: number): void
}

/** What is left of a recalled message. */
function withoutWords(message: ImMessage): ImMessage {
  return { ...message, text: null, gift: null, recalled: true }
}

/** The numbers that a message recalls. */
function recalledBy(message: ImMessage): readonly number[] {
  return message.type === 'system' && message.systemType === SystemMessage.recall ? (message.system?.seqs ?? []) : []
}

/** The gapless list of one room. */
export function createMessageSequence(): MessageSequence {
  let list: readonly ImMessage[] = []
  let begun = false
  let last = 0
  let known = 0
  const waiting = new Map<number, ImMessage>()

  function recall(seqs: ReadonlySet<number>): void {
    if (seqs.size === 0) return
    list = list.map((message) => (seqs.has(message.seq) && !message.recalled ? withoutWords(message) : message))
  }

  /** Moves what follows without a gap from the waiting ones to the list. */
  function drain(): ImMessage[] {
    const joined: ImMessage[] = []
    for (let next = waiting.get(last + 1); next !== undefined; next = waiting.get(last + 1)) {
      waiting.delete(next.seq)
      joined.push(next)
      last = next.seq
    }
    if (joined.length === 0) return joined
    list = [...list, ...joined]
    recall(new Set(joined.flatMap(recalledBy)))
    return joined
  }

  function wait(messages: readonly ImMessage[]): void {
    for (const message of messages) {
      if (begun && message.seq <= last) continue
      waiting.set(message.seq, message)
      known = Math.max(known, message.seq)
    }
  }

  return {
    messages: () => list,
    lastSeq: () => last,
    hasGap: () => begun && known > last,
    hasBegun: () => begun,
    begin(page) {
      if (begun) return []
      begun = true
      list = [...page]
      last = page.at(-1)?.seq ?? 0
      known = Math.max(known, last)
      // A recall may have come while the page was under way.
      const late = [...waiting.values()].flatMap(recalledBy)
      for (const seq of [...waiting.keys()]) if (seq <= last) waiting.delete(seq)
      recall(new Set(late))
      return drain()
    },
    add(messages) {
      wait(messages)
      return begun ? drain() : []
    },
    noteLast(seq) {
      known = Math.max(known, seq)
    },
    addOlder(page) {
      const first = list[0]?.seq ?? Number.POSITIVE_INFINITY
      const older = page.filter((message) => message.seq < first)
      if (older.length > 0) list = [...older, ...list]
    },
    trim(count) {
      if (list.length > count) list = list.slice(-count)
    },
  }
}
