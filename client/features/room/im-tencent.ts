import type { ImDriver } from '#client/features/room/room-store.ts'
import { createImListeners } from '#client/features/room/im-listeners.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImEnd, QueueNews } from '#shared/contract/im-socket.ts'
import { fetchChatHistory, sendMessage } from '#client/features/room/chat-queries.ts'
import { tencentImAccount, tencentImUserId } from '#shared/rules/tencent-im-account.ts'

const joinMs = 15_000
/** The service asks not to be asked more often. */
const presenceMs = 15_000
/** The last message of a while could be one that the service lost. */
const lookBackMs = 60_000

/** As far as the SDK is used here. */
export interface TencentSdk {
  readonly EVENT: {
    readonly SDK_READY: string
    readonly MESSAGE_RECEIVED: string
    readonly KICKED_OUT: string
    readonly NET_STATE_CHANGE: string
  }
  readonly TYPES: {
    readonly GRP_AVCHATROOM: string
    readonly MSG_CUSTOM: string
    readonly KICKED_OUT_USERSIG_EXPIRED: string
    readonly NET_STATE_DISCONNECTED: string
  }
  create(options: { SDKAppID: number }): TencentChat
}

export interface TencentChat {
  setLogLevel(level: number): void
  on(event: string, handler: (event: { data?: unknown }) => void): void
  login(options: { userID: string; userSig: string }): Promise<unknown>
  joinGroup(options: { groupID: string; type: string }): Promise<unknown>
  getGroupOnlineMemberCount(groupID: string): Promise<unknown>
  destroy(): Promise<unknown>
}

interface Received {
  type?: unknown
  from?: unknown
  conversationID?: unknown
  payload?: { data?: unknown }
}

async function loadSdk(): Promise<TencentSdk> {
  const module = await import('tim-js-sdk')
  return module.default as unknown as TencentSdk
}

/** The SDK hands out the same chat again until the one before is wholly gone. */
let goneBefore: Promise<unknown> = Promise.resolve()

/** What our server sent; undefined for anything that a client slipped into the group past it. */
function readTencent({ from, payload }: Received): (Partial<ImMessage> & { readonly queue?: QueueNews }) | undefined {
  if (tencentImUserId(from) !== undefined || typeof payload?.data !== 'string') return undefined
  try {
    return (JSON.parse(payload.data) as Partial<ImMessage> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** A message of the room's sequence that our server sent. */
export function readTencentMessage(received: Received): ImMessage | undefined {
  const message = readTencent(received)
  return Number.isInteger(message?.seq) && ['text', 'custom', 'system'].includes(message?.type ?? '')
    ? (message as ImMessage)
    : undefined
}

/** What a chat tells; its messages are those of one group. */
interface ChatEars {
  groupId: string
  message: (message: ImMessage) => void
  queue: (news: QueueNews) => void
  over: (state: 'lost' | ImEnd) => void
}

/** Listens to a chat; resolves when it is ready. */
function listen(
  sdk: TencentSdk,
  opened: TencentChat,
  { groupId, message: take, queue, over }: ChatEars,
): Promise<void> {
  opened.on(sdk.EVENT.MESSAGE_RECEIVED, ({ data }) => {
    for (const received of (data ?? []) as Received[]) {
      if (received.type !== sdk.TYPES.MSG_CUSTOM || received.conversationID !== `GROUP${groupId}`) continue
      const message = readTencentMessage(received)
      const news = message ? undefined : readTencent(received)?.queue
      if (message) take(message)
      else if (news) queue(news)
    }
  })
  // Another tab or device of the account, or an operator, unless the signature is just too old.
  opened.on(sdk.EVENT.KICKED_OUT, ({ data }) =>
    over(
      (data as { type?: unknown } | undefined)?.type === sdk.TYPES.KICKED_OUT_USERSIG_EXPIRED ? 'ticket' : 'removed',
    ),
  )
  opened.on(sdk.EVENT.NET_STATE_CHANGE, ({ data }) => {
    if ((data as { state?: unknown } | undefined)?.state === sdk.TYPES.NET_STATE_DISCONNECTED) over('lost')
  })
  return new Promise((resolve) => opened.on(sdk.EVENT.SDK_READY, () => resolve()))
}

/** Fails when joining takes too long. */
async function inTime(joining: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), joinMs)
  })
  try {
    await Promise.race([joining, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The chat of Tencent Cloud IM: it brings messages, and what is said goes to our server, which numbers and sends it on. */
export function createTencentDriver(api: Api, load: () => Promise<TencentSdk> = loadSdk): ImDriver {
  let chat: TencentChat | undefined
  let groupId = ''
  let lastSeq = 0
  const listeners = createImListeners()
  const timers: ReturnType<typeof setInterval>[] = []

  function take(message: ImMessage): void {
    lastSeq = Math.max(lastSeq, message.seq)
    listeners.message(message)
  }

  /** What the history has after the last one that came. */
  async function lookBack(): Promise<void> {
    for (const message of await fetchChatHistory(api, { groupId, afterSeq: lastSeq, size: 200 })) take(message)
  }

  async function tellPresence(): Promise<void> {
    const answer = (await chat?.getGroupOnlineMemberCount(groupId)) as { data?: { memberCount?: unknown } } | undefined
    const count = answer?.data?.memberCount
    if (typeof count === 'number') listeners.presence({ onlineCount: count })
  }

  function every(ms: number, work: () => Promise<void>): void {
    // What failed is tried the next time.
    timers.push(setInterval(() => void work().catch(() => undefined), ms))
  }

  async function open({ id, appId, sign, me, lastSeq: known }: Parameters<ImDriver['join']>[0]): Promise<void> {
    groupId = id
    lastSeq = known
    const [sdk] = await Promise.all([load(), goneBefore])
    if (listeners.isOver()) throw new Error('closed')
    const opened = sdk.create({ SDKAppID: Number(appId) })
    chat = opened
    opened.setLogLevel(4)
    const ready = listen(sdk, opened, { groupId, message: take, queue: listeners.queue, over: listeners.over })
    await opened.login({ userID: tencentImAccount(me.userId), userSig: sign })
    await ready
    await opened.joinGroup({ groupID: id, type: sdk.TYPES.GRP_AVCHATROOM })
    // What was said between our number and the joining.
    await lookBack()
    if (listeners.isOver()) throw new Error('closed')
    every(presenceMs, tellPresence)
    every(lookBackMs, lookBack)
    void tellPresence().catch(() => undefined)
  }

  return {
    ...listeners.driver,
    async join(group) {
      await inTime(open(group))
      return { lastSeq, onlineCount: null }
    },
    async send({ clientMsgId, text, at }) {
      try {
        const { seq } = await sendMessage(api, { groupId, clientMsgId, text, at: [...at] })
        return { ok: true, seq }
      } catch (error) {
        if (error instanceof ApiError) return { ok: false, code: error.code, msg: error.message }
        throw error
      }
    },
    close() {
      listeners.close()
      for (const timer of timers.splice(0)) clearInterval(timer)
      const leaving = chat
      chat = undefined
      if (leaving) goneBefore = leaving.destroy().catch(() => undefined)
    },
  }
}
