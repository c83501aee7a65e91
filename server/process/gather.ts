import { randomUUID } from 'node:crypto'
import type { ChildProcessPort, PrimaryPort } from '#server/process/process-ports.ts'

/** What the other web processes of this machine answered, and how many of them didn't in time. */
export interface Gathered {
  readonly values: readonly unknown[]
  readonly missing: number
}

/** Asks the other web processes of this machine: a request reaches one of them by chance, and must not be answered for that one alone. */
export interface Gather {
  /** Answers a question of theirs, by its name. */
  offer(what: string, answer: (argument: unknown) => unknown): void
  ask(what: string, argument?: unknown): Promise<Gathered>
}

interface Message {
  readonly type: 'gather' | 'gather-peers' | 'gathered'
  readonly id: string
  readonly what?: string
  readonly argument?: unknown
  readonly count?: number
  readonly value?: unknown
}

const patienceMs = 1500

function readMessage(message: unknown): Message | undefined {
  const { type, id } = (message ?? {}) as Partial<Message>
  return (type === 'gather' || type === 'gather-peers' || type === 'gathered') && typeof id === 'string'
    ? (message as Message)
    : undefined
}

/** A web process's side. Without a primary (`port` undefined) there is nobody else. */
export function createGather(port: ChildProcessPort | undefined): Gather {
  const offers = new Map<string, (argument: unknown) => unknown>()
  const asked = new Map<string, (message: Message) => void>()

  async function answer({ id, what = '', argument }: Message): Promise<void> {
    const offered = offers.get(what)
    if (!offered) return
    const value = await offered(argument)
    port?.send?.({ type: 'gathered', id, value } satisfies Message)
  }

  port?.on('message', (raw) => {
    const message = readMessage(raw)
    if (message?.type === 'gather') answer(message).catch(() => undefined)
    else if (message) asked.get(message.id)?.(message)
  })

  return {
    offer: (what, answer) => void offers.set(what, answer),
    ask(what, argument) {
      if (!port?.send) return Promise.resolve({ values: [], missing: 0 })
      const id = randomUUID()
      const values: unknown[] = []
      let count = Number.POSITIVE_INFINITY
      return new Promise((resolve) => {
        function end(): void {
          clearTimeout(timer)
          asked.delete(id)
          resolve({ values, missing: Number.isFinite(count) ? count - values.length : 1 })
        }
        const timer = setTimeout(end, patienceMs)
        asked.set(id, (message) => {
          if (message.type === 'gather-peers') count = message.count ?? 0
          else values.push(message.value)
          if (values.length >= count) end()
        })
        port.send?.({ type: 'gather', id, what, argument } satisfies Message)
      })
    },
  }
}

/** The primary's part: it passes questions of one web process to all the others, and their answers back. */
export function gatherInPrimary(
  child: Pick<PrimaryPort, 'on' | 'send'>,
  peers: () => Iterable<PrimaryPort>,
  askers: Map<string, Pick<PrimaryPort, 'send'>>,
): void {
  child.on('message', (raw) => {
    const message = readMessage(raw)
    if (message?.type === 'gathered') askers.get(message.id)?.send(message)
    if (message?.type !== 'gather') return
    const others = [...peers()].filter(
      (peer) => peer !== (child as object) && (peer.isConnected?.() ?? peer.connected ?? true),
    )
    askers.set(message.id, child)
    setTimeout(() => askers.delete(message.id), 2 * patienceMs).unref()
    child.send({ type: 'gather-peers', id: message.id, count: others.length } satisfies Message)
    for (const peer of others) peer.send(message)
  })
}
