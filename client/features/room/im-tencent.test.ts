import { describe, expect, it, vi } from 'vitest'
import { createTencentDriver, readTencentMessage, type TencentSdk } from '#client/features/room/im-tencent.ts'
import { buildText } from '#client/features/room/room-test-data.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'

const group = {
  id: 'room-9',
  sign: 'signature',
  appId: '1400000000',
  engine: 'tencent',
  me: {
    userId: '7',
    nickname: '唐昀',
    headImg: null,
    userType: 'vip',
    isEstoppel: false,
    untilTime: null,
    isStaff: false,
  },
  lastSeq: 2,
} as const

/** The service as the SDK shows it, in the test's hand. */
function buildService() {
  const handlers = new Map<string, (event: { data?: unknown }) => void>()
  const calls: unknown[] = []
  const emit = (event: string, data?: unknown): void => handlers.get(event)?.({ data })
  const sdk: TencentSdk = {
    EVENT: { SDK_READY: 'ready', MESSAGE_RECEIVED: 'received', KICKED_OUT: 'kicked', NET_STATE_CHANGE: 'net' },
    TYPES: {
      GRP_AVCHATROOM: 'AVChatRoom',
      MSG_CUSTOM: 'custom',
      KICKED_OUT_USERSIG_EXPIRED: 'expired',
      NET_STATE_DISCONNECTED: 'off',
    },
    create: (options) => {
      calls.push(['create', options])
      return {
        setLogLevel: () => undefined,
        on: (event, handler) => void handlers.set(event, handler),
        login: async (login) => {
          calls.push(['login', login])
          queueMicrotask(() => emit('ready'))
        },
        joinGroup: async (join) => void calls.push(['join', join]),
        getGroupOnlineMemberCount: async () => ({ data: { memberCount: 12 } }),
        destroy: async () => void calls.push(['destroy']),
      }
    },
  }
  return {
    sdk,
    calls,
    emit,
    bring: (message: unknown, from = 'administrator', conversationID = 'GROUProom-9') =>
      emit('received', [
        {
          type: 'custom',
          from,
          conversationID,
          payload: { data: typeof message === 'string' ? message : JSON.stringify(message) },
        },
      ]),
  }
}

function buildDriver(answer: (route: string, input: unknown) => unknown = () => []) {
  const service = buildService()
  const api = { call: async (route: string, input: unknown) => answer(route, input) } as unknown as Api
  const driver = createTencentDriver(api, async () => service.sdk)
  const came: ImMessage[] = []
  const states: string[] = []
  driver.onMessage((message) => came.push(message))
  driver.onState((state) => states.push(state))
  return { ...service, driver, came, states }
}

describe('the chat at Tencent Cloud', () => {
  it('joins the room’s group under the learner’s own account', async () => {
    const { driver, calls } = buildDriver()
    await driver.join(group)
    expect(calls).toEqual([
      ['create', { SDKAppID: 1_400_000_000 }],
      ['login', { userID: 'user-7', userSig: 'signature' }],
      ['join', { groupID: 'room-9', type: 'AVChatRoom' }],
    ])
    driver.close()
    expect(calls.at(-1)).toEqual(['destroy'])
  })

  it('shows messages said between the ticket and the joining', async () => {
    const { driver, came, bring } = buildDriver((route) =>
      route.includes('history') ? [buildText(3), buildText(4)] : null,
    )
    expect(await driver.join(group)).toEqual({ lastSeq: 4, onlineCount: null })
    bring(buildText(5))
    expect(came.map(({ seq }) => seq)).toEqual([3, 4, 5])
    driver.close()
    bring(buildText(6))
    expect(came).toHaveLength(3)
  })

  it('hears our server only, no learner and no other group', async () => {
    const { driver, came, bring } = buildDriver()
    await driver.join(group)
    bring(buildText(3), 'user-8')
    bring(buildText(3), 'administrator', 'GROUProom-10')
    bring('{"seq":"3","type":"text"}')
    bring('not json')
    bring('null')
    expect(came).toEqual([])
    expect(readTencentMessage({ from: 'administrator' })).toBeUndefined()
    driver.close()
  })

  it('sends by our server, and hands on its refusal', async () => {
    const { driver } = buildDriver((route, input) => {
      if (!route.includes('send-msg')) return []
      if ((input as { text: string }).text === '广告') throw new ApiError(4004, '你已被禁言')
      return { seq: 3 }
    })
    await driver.join(group)
    expect(await driver.send({ clientMsgId: 'message-1', text: '你好', at: [] })).toEqual({ ok: true, seq: 3 })
    expect(await driver.send({ clientMsgId: 'message-2', text: '广告', at: [] })).toEqual({
      ok: false,
      code: 4004,
      msg: '你已被禁言',
    })
    driver.close()
  })

  it('says once that the line broke', async () => {
    const lost = buildDriver()
    await lost.driver.join(group)
    lost.emit('net', { state: 'connecting' })
    lost.emit('net', { state: 'off' })
    lost.emit('net', { state: 'off' })
    expect(lost.states).toEqual(['lost'])
    lost.driver.close()
    const old = buildDriver()
    await old.driver.join(group)
    old.emit('kicked', { type: 'expired' })
    expect(old.states).toEqual(['ticket'])
    old.driver.close()
    const removed = buildDriver()
    await removed.driver.join(group)
    removed.emit('kicked', { type: 'multipleAccount' })
    expect(removed.states).toEqual(['removed'])
    removed.driver.close()
  })

  it('tells how a queue stands, when our server says so', async () => {
    const { driver, bring, came } = buildDriver()
    const received: unknown[] = []
    driver.onQueue((news) => received.push(news))
    await driver.join(group)
    const queue = { waiting: 1, currentName: null, currentUserId: null, expectedWaitSec: 300 }
    bring({ queue }, 'user-8')
    bring({ queue })
    expect(received).toEqual([queue])
    expect(came).toEqual([])
    driver.close()
  })

  it('tells how many are there', async () => {
    const { driver } = buildDriver()
    const counts: number[] = []
    driver.onPresence(({ onlineCount }) => counts.push(onlineCount))
    await driver.join(group)
    await vi.waitFor(() => expect(counts).toEqual([12]))
    driver.close()
  })
})
