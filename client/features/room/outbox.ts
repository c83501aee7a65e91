import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImSent } from '#shared/contract/im-socket.ts'

/** Something said by this client that its list hasn't got yet. */
export interface OutgoingMessage {
  readonly clientMsgId: string
  readonly text: string
  readonly at: readonly string[]
  readonly state: 'sending' | 'sent' | 'failed'
  /** Why it failed, in words. */
  readonly error: string
}

interface OutboxOptions {
  createId: () => string
  later: (ms: number, run: () => void) => () => void
  /** Undefined: there is no connection now; `deliverAll` tries again. */
  deliver: (message: OutgoingMessage) => Promise<ImSent> | undefined
  isJoined: () => boolean
  onChange: (messages: readonly OutgoingMessage[]) => void
  /** The server has it under this number. */
  onSent: (seq: number) => void
  hasSeq: (seq: number) => boolean
}

export interface Outbox {
  add(text: string, at: readonly string[]): void
  retry(clientMsgId: string): void
  discard(clientMsgId: string): void
  /** The connection is there again: what has had no answer goes once more, under the same id, so it is there once. */
  deliverAll(): void
  /** These are in the list now. */
  settle(messages: readonly ImMessage[]): void
}

const answerMs = 10_000

/** Messages on their way: shown at once, taken out when they come back in the room's sequence. */
export function createOutbox(options: OutboxOptions): Outbox {
  let items: readonly OutgoingMessage[] = []
  /** The newest delivery of each. */
  const turns = new Map<string, object>()

  function replace(next: readonly OutgoingMessage[]): void {
    items = next
    options.onChange(items)
  }

  function change(clientMsgId: string, next: Partial<OutgoingMessage>): void {
    replace(items.map((item) => (item.clientMsgId === clientMsgId ? { ...item, ...next } : item)))
  }

  const find = (clientMsgId: string): OutgoingMessage | undefined =>
    items.find((item) => item.clientMsgId === clientMsgId)

  function fail(clientMsgId: string, why = ''): void {
    if (find(clientMsgId)?.state === 'sending') change(clientMsgId, { state: 'failed', error: why || '没有发出去' })
  }

  async function deliver(item: OutgoingMessage, isAgain = false): Promise<void> {
    const { clientMsgId } = item
    const answer = options.deliver(item)
    if (!answer) return
    const turn = {}
    turns.set(clientMsgId, turn)
    const giveUp = options.later(answerMs, () => fail(clientMsgId))
    try {
      const sent = await answer
      if (!find(clientMsgId)) return
      if (!sent.ok) return fail(clientMsgId, sent.msg)
      if (options.hasSeq(sent.seq)) replace(items.filter((other) => other.clientMsgId !== clientMsgId))
      else change(clientMsgId, { state: 'sent', error: '' })
      options.onSent(sent.seq)
    } catch {
      // It went again on another line meanwhile.
      if (turns.get(clientMsgId) !== turn) return
      // Where the line broke it goes again when there is one; on a line that is there, once more, and then it is said.
      if (isAgain && options.isJoined()) fail(clientMsgId)
      else if (find(clientMsgId)?.state === 'sending') void deliver(item, true)
    } finally {
      giveUp()
      if (turns.get(clientMsgId) === turn) turns.delete(clientMsgId)
    }
  }

  return {
    add(text, at) {
      const item: OutgoingMessage = { clientMsgId: options.createId(), text, at, state: 'sending', error: '' }
      replace([...items, item])
      void deliver(item)
    },
    retry(clientMsgId) {
      const item = find(clientMsgId)
      if (item?.state !== 'failed') return
      change(clientMsgId, { state: 'sending', error: '' })
      void deliver({ ...item, state: 'sending', error: '' })
    },
    discard(clientMsgId) {
      replace(items.filter((item) => item.clientMsgId !== clientMsgId))
    },
    deliverAll() {
      for (const item of items) if (item.state === 'sending') void deliver(item)
    },
    settle(messages) {
      const ids = new Set(messages.map((message) => message.clientMsgId))
      const left = items.filter((item) => !ids.has(item.clientMsgId))
      if (left.length !== items.length) replace(left)
    },
  }
}
