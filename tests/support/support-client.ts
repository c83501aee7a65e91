import { io, type Socket } from 'socket.io-client'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'
import type { SupportMessage } from '#shared/contract/support.ts'
import { type SupportServerEvents, supportSocketPath } from '#shared/contract/support-socket.ts'
import { readEnvelope, sendCall, type TestBackend } from './backend-harness.ts'

let count = 0

/** A mark that no other message of this process has. */
export function freshMark(): string {
  count += 1
  return `mark-${String(count).padStart(8, '0')}`
}

/** A browser without an account: it keeps the cookie that it was given. */
export interface Visitor {
  cookie: string
  /** The whole Set-Cookie lines of the last answer. */
  lines: string[]
  send(text: string, more?: Partial<CallInput<'POST /api/support/send'>>): Promise<CallOutput<'POST /api/support/send'>>
  open(): Promise<CallOutput<'POST /api/support/open'>>
}

/** One from an address of its own. */
export function buildVisitor(backend: TestBackend): Visitor {
  count += 1
  const address = `10.200.${(count >> 8) & 255}.${count & 255}`
  const headers = (): Record<string, string> => ({
    'X-Forwarded-For': address,
    ...(visitor.cookie === '' ? {} : { Cookie: visitor.cookie }),
  })
  const visitor: Visitor = {
    cookie: '',
    lines: [],
    async send(text, more = {}) {
      const input = { text, clientMsgId: freshMark(), ...more }
      const answer = await sendCall(backend.agent, 'POST /api/support/send', input, headers())
      visitor.lines = (answer.headers['set-cookie'] ?? []) as unknown as string[]
      const line = visitor.lines.find((one) => one.startsWith('supportVisitor='))
      if (line) visitor.cookie = line.split(';')[0] ?? ''
      return readEnvelope(answer)
    },
    async open() {
      return readEnvelope(await sendCall(backend.agent, 'POST /api/support/open', {}, headers()))
    },
  }
  return visitor
}

/** Says something as a learner. */
export function sendAs(api: Api, text: string): Promise<CallOutput<'POST /api/support/send'>> {
  return api.call('POST /api/support/send', { text, clientMsgId: freshMark() })
}

/** One socket of a conversation, and what it was told. */
export interface SupportReader {
  readonly socket: Socket<SupportServerEvents, Record<string, never>>
  readonly messages: SupportMessage[]
  readonly ends: string[]
  /** Resolves as soon as it is true; asked after every event. */
  until(isSo: () => boolean): Promise<void>
}

/** Joins by a ticket; throws what the server refuses with. */
export async function joinSupport(base: string, sign: string): Promise<SupportReader> {
  const socket: SupportReader['socket'] = io(base, {
    path: supportSocketPath,
    addTrailingSlash: false,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { sign },
    // as a page of the site has it
    extraHeaders: { origin: base },
  })
  const messages: SupportMessage[] = []
  const ends: string[] = []
  let waiting: (() => void)[] = []
  const tell = (): void => {
    for (const look of [...waiting]) look()
  }
  socket.on('message', (message) => {
    messages.push(message)
    tell()
  })
  socket.on('end', (reason) => {
    ends.push(reason)
    tell()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('ready', () => resolve())
    socket.once('connect_error', reject)
    socket.once('disconnect', (reason) => reject(new Error(reason)))
  })
  return {
    socket,
    messages,
    ends,
    until: (isSo) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo()) return
          waiting = waiting.filter((one) => one !== look)
          resolve()
        }
        waiting.push(look)
        look()
      }),
  }
}
