import type { ConnectLine } from '#client/features/support/support-line.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ConversationSide } from '#shared/contract/enums.ts'
import type { SupportMessage, SupportState } from '#shared/contract/support.ts'
import { supportPageLength, supportPollMs } from '#shared/rules/support-rules.ts'

/** Something that isn't with the school yet. */
export interface Outgoing {
  readonly clientMsgId: string
  readonly text: string
  readonly pictures: readonly string[]
  readonly contact?: string | undefined
  /** `unsent`: goes again by itself when the line is back; `refused`: the school said why. */
  readonly fate: 'sending' | 'unsent' | 'refused'
  readonly error?: string | undefined
}

/** What the window shows. */
export interface SupportView {
  readonly phase: 'connecting' | 'ready' | 'failed'
  /** `polling`: the socket is cut, and it is looked every 15 seconds. */
  readonly way: 'none' | 'socket' | 'polling'
  readonly state: SupportState | undefined
  readonly messages: readonly SupportMessage[]
  readonly outbox: readonly Outgoing[]
}

/** Where what isn't sent is kept. */
export interface OutboxStore {
  read(): readonly Outgoing[]
  write(outbox: readonly Outgoing[]): void
}

interface ClientParts {
  readonly api: Api
  /** Its code comes when there is something to connect to. */
  readonly loadLine: () => Promise<ConnectLine>
  readonly store: OutboxStore
  /** Agents have said something that wasn't there before. */
  readonly onAnswer: () => void
  readonly onUnread: (unread: number) => void
  readonly onBegun: () => void
}

/** One conversation of this page: its messages, its connection, and what waits to be sent. */
export interface SupportClient {
  view(): SupportView
  subscribe(listener: () => void): () => void
  start(): Promise<void>
  stop(): void
  send(words: { text: string; pictures: readonly string[]; contact?: string | undefined }): void
  retry(clientMsgId: string): void
  /** Takes back what wasn't sent; answers its words. */
  takeBack(clientMsgId: string): string
  earlier(): Promise<void>
  seen(): Promise<void>
  rate(score: number): Promise<void>
}

/** So long before it is tried to connect anew, the more often it failed. */
const pausesMs = [1000, 5000, 15_000, 60_000] as const

interface Inner extends ClientParts {
  value: SupportView
  readonly listeners: Set<() => void>
  hangUp: (() => void) | undefined
  poll: number | undefined
  again: number | undefined
  failures: number
  isSending: boolean
  isRunning: boolean
  catching: Promise<void> | undefined
}

function set(inner: Inner, next: Partial<SupportView>): void {
  inner.value = { ...inner.value, ...next }
  if (next.outbox) inner.store.write(next.outbox)
  for (const listener of inner.listeners) listener()
}

const lastSeqOf = ({ value }: Inner): number => value.messages.at(-1)?.seq ?? 0

function note(inner: Inner, state: SupportState): void {
  set(inner, { state })
  inner.onUnread(state.unread)
}

/** Takes in what comes after the last number; what has another one is known. */
function append(inner: Inner, found: readonly SupportMessage[], isNews: boolean): void {
  const known = lastSeqOf(inner)
  const fresh = found.filter(({ seq }) => seq > known)
  if (fresh.length === 0) return
  const arrived = new Set(fresh.map(({ clientMsgId }) => clientMsgId))
  set(inner, {
    messages: [...inner.value.messages, ...fresh],
    outbox: inner.value.outbox.filter(({ clientMsgId }) => !arrived.has(clientMsgId)),
  })
  if (isNews && fresh.some(({ side }) => side === ConversationSide.agent)) inner.onAnswer()
}

/** Asks what came after the last number, and how it stands; one asking at a time. */
function catchUp(inner: Inner): Promise<void> {
  inner.catching ??= (async () => {
    try {
      for (;;) {
        const { state, messages } = await inner.api.call('GET /api/support/messages', { afterSeq: lastSeqOf(inner) })
        append(inner, messages, true)
        note(inner, state)
        if (messages.length === 0 || lastSeqOf(inner) >= state.lastSeq) return
      }
    } finally {
      inner.catching = undefined
    }
  })()
  return inner.catching
}

function stopTimers(inner: Inner): void {
  window.clearInterval(inner.poll)
  window.clearTimeout(inner.again)
  inner.poll = undefined
  inner.again = undefined
}

/** The socket is cut: looks now and then, and tries to connect anew. */
function fallBack(inner: Inner): void {
  inner.hangUp = undefined
  if (!inner.isRunning) return
  set(inner, { way: 'polling' })
  inner.poll ??= window.setInterval(() => {
    catchUp(inner).then(
      () => flush(inner),
      () => undefined,
    )
  }, supportPollMs)
  const pause = pausesMs[Math.min(inner.failures, pausesMs.length - 1)] ?? supportPollMs
  inner.failures += 1
  window.clearTimeout(inner.again)
  inner.again = window.setTimeout(() => void open(inner).catch(() => fallBack(inner)), pause)
}

async function connect(inner: Inner, sign: string): Promise<void> {
  if (inner.hangUp || !inner.isRunning) return
  let isOver = false
  inner.hangUp = () => {
    isOver = true
  }
  const line = await inner.loadLine().catch(() => undefined)
  if (isOver || !inner.isRunning) return
  if (!line) return fallBack(inner)
  inner.hangUp = line(sign, {
    ready(lastSeq) {
      inner.failures = 0
      stopTimers(inner)
      set(inner, { way: 'socket' })
      if (lastSeq > lastSeqOf(inner)) catchUp(inner).catch(() => undefined)
      flush(inner)
    },
    message(message) {
      if (message.seq === lastSeqOf(inner) + 1) append(inner, [message], true)
      else if (message.seq > lastSeqOf(inner)) catchUp(inner).catch(() => undefined)
    },
    changed: () => void catchUp(inner).catch(() => undefined),
    over: () => fallBack(inner),
  })
}

/** How it stands, its last messages, and the socket. */
async function open(inner: Inner): Promise<void> {
  const { state, messages, sign } = await inner.api.call('POST /api/support/open', {})
  const isFirst = inner.value.messages.length === 0
  // another conversation than before: somebody has signed in or out
  if (!isFirst && state.lastSeq < lastSeqOf(inner)) set(inner, { messages: [] })
  if (inner.value.messages.length === 0) append(inner, messages, !isFirst)
  else await catchUp(inner)
  set(inner, { phase: 'ready' })
  note(inner, state)
  if (sign !== null) {
    inner.onBegun()
    await connect(inner, sign)
  }
  flush(inner)
}

function settle(inner: Inner, clientMsgId: string, next: Partial<Outgoing> | undefined): void {
  const { outbox } = inner.value
  set(inner, {
    outbox: next
      ? outbox.map((one) => (one.clientMsgId === clientMsgId ? { ...one, ...next } : one))
      : outbox.filter((one) => one.clientMsgId !== clientMsgId),
  })
}

async function sendOne(inner: Inner, { clientMsgId, text, pictures, contact }: Outgoing): Promise<boolean> {
  const input: CallInput<'POST /api/support/send'> = {
    text,
    pictures: [...pictures],
    clientMsgId,
    ...(contact ? { contact } : {}),
  }
  try {
    const { state, sign } = await inner.api.call('POST /api/support/send', input)
    inner.onBegun()
    // it goes from what is unsent when it comes back under its number
    await catchUp(inner).catch(() => undefined)
    settle(inner, clientMsgId, undefined)
    note(inner, state)
    if (sign !== null) void connect(inner, sign)
    return true
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code !== Code.Fail
    settle(inner, clientMsgId, {
      fate: isRefused ? 'refused' : 'unsent',
      error: isRefused ? error.message : undefined,
    })
    return false
  }
}

/** Sends what waits, one after the other; what couldn't go waits for the next time. */
function flush(inner: Inner): void {
  if (inner.isSending) return
  inner.isSending = true
  const run = async (): Promise<void> => {
    for (;;) {
      const next = inner.value.outbox.find(({ fate }) => fate !== 'refused')
      if (!next || !inner.isRunning) return
      settle(inner, next.clientMsgId, { fate: 'sending', error: undefined })
      if (!(await sendOne(inner, next))) return
    }
  }
  void run().finally(() => {
    inner.isSending = false
    // without a line nothing else would try
    if (inner.value.outbox.some(({ fate }) => fate === 'unsent') && inner.value.way === 'none') fallBack(inner)
  })
}

async function loadEarlier(inner: Inner): Promise<void> {
  const beforeSeq = inner.value.messages[0]?.seq ?? 0
  if (beforeSeq <= 1) return
  const { messages } = await inner.api.call('GET /api/support/messages', { beforeSeq })
  set(inner, { messages: [...messages.filter(({ seq }) => seq < beforeSeq), ...inner.value.messages] })
}

async function markSeen(inner: Inner): Promise<void> {
  const { state } = inner.value
  const upTo = lastSeqOf(inner)
  if (!state || upTo <= state.seenSeq) return
  set(inner, { state: { ...state, seenSeq: upTo, unread: 0 } })
  inner.onUnread(0)
  await inner.api.call('POST /api/support/seen', { upTo }).catch(() => undefined)
}

/** Creates one; nothing is asked before `start`. */
export function createSupportClient(parts: ClientParts): SupportClient {
  const kept = parts.store
    .read()
    .map((one) => ({ ...one, fate: one.fate === 'refused' ? one.fate : ('unsent' as const) }))
  const inner: Inner = {
    ...parts,
    value: { phase: 'connecting', way: 'none', state: undefined, messages: [], outbox: kept },
    listeners: new Set(),
    hangUp: undefined,
    poll: undefined,
    again: undefined,
    failures: 0,
    isSending: false,
    isRunning: false,
    catching: undefined,
  }
  return {
    view: () => inner.value,
    subscribe(listener) {
      inner.listeners.add(listener)
      return () => inner.listeners.delete(listener)
    },
    async start() {
      inner.isRunning = true
      set(inner, { phase: 'connecting' })
      try {
        await open(inner)
      } catch {
        set(inner, { phase: 'failed' })
      }
    },
    stop() {
      inner.isRunning = false
      stopTimers(inner)
      inner.hangUp?.()
      inner.hangUp = undefined
      set(inner, { way: 'none' })
    },
    send({ text, pictures, contact }) {
      const one: Outgoing = { clientMsgId: crypto.randomUUID(), text, pictures, contact, fate: 'sending' }
      set(inner, { outbox: [...inner.value.outbox, one] })
      flush(inner)
    },
    retry(clientMsgId) {
      settle(inner, clientMsgId, { fate: 'unsent', error: undefined })
      flush(inner)
    },
    takeBack(clientMsgId) {
      const words = inner.value.outbox.find((one) => one.clientMsgId === clientMsgId)?.text ?? ''
      settle(inner, clientMsgId, undefined)
      return words
    },
    earlier: () => loadEarlier(inner),
    seen: () => markSeen(inner),
    async rate(score) {
      note(inner, await inner.api.call('POST /api/support/rate', { score }))
    },
  }
}

/** Whether there are messages before the first that is shown. */
export function hasEarlier({ messages }: SupportView): boolean {
  return messages.length >= supportPageLength && (messages[0]?.seq ?? 1) > 1
}
