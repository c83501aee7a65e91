import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { inflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ImEngine } from '#server/backend/ports/im/im-engine.ts'
import { createTencentIm } from '#server/backend/ports/im/tencent-im.ts'
import { createUserSig } from '#server/backend/ports/im/tencent-user-sig.ts'
import { readConfig } from '#server/config/config.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { createTestClock, createTestLog } from '../support/backend-harness.ts'
import { type Arrival, type FakeService, startFakeService } from '../support/fake-service.ts'

const appId = '1400000000'
const key = '5bd2850fff3ecb11d7c805251c51ee463a25727bddc2385f3fa8bfee1bb93b5e'

/** Reads a signature as its documentation describes it: our own way back, with nothing of the code that makes them. */
function readSig(sig: string): { fields: Record<string, string | number>; isGood: boolean } {
  expect(sig).toMatch(/^[A-Za-z0-9*_-]+$/)
  const base64 = [...sig].map((sign) => ({ '*': '+', '-': '/', _: '=' })[sign] ?? sign).join('')
  const fields = JSON.parse(inflateSync(Buffer.from(base64, 'base64')).toString()) as Record<string, string | number>
  const lines = ['identifier', 'sdkappid', 'time', 'expire']
    .map((name) => `TLS.${name}:${fields[`TLS.${name}`]}\n`)
    .join('')
  return { fields, isGood: createHmac('sha256', key).update(lines).digest('base64') === fields['TLS.sig'] }
}

describe('a UserSig', () => {
  test('holds the documented fields under the HMAC of their lines', () => {
    const { fields, isGood } = readSig(
      createUserSig({ appId, key, userId: 'xiaojun', time: 1_600_000_000, expire: 86_400 }),
    )
    expect(fields).toMatchObject({
      'TLS.ver': '2.0',
      'TLS.identifier': 'xiaojun',
      'TLS.sdkappid': 1_400_000_000,
      'TLS.time': 1_600_000_000,
      'TLS.expire': 86_400,
    })
    expect(Object.keys(fields)).toHaveLength(6)
    expect(isGood).toBe(true)
  })

  // The cloud publishes the recipe and the key of its examples, and no signature (theirs are of the moment). This one is OpenSSL's, of the lines as documented:
  // printf 'TLS.identifier:xiaojun\nTLS.sdkappid:1400000000\nTLS.time:1600000000\nTLS.expire:86400\n' | openssl dgst -sha256 -hmac $KEY -binary | base64
  test('is OpenSSL’s for the cloud’s published example', () => {
    const { fields } = readSig(createUserSig({ appId, key, userId: 'xiaojun', time: 1_600_000_000, expire: 86_400 }))
    expect(fields).toEqual({
      'TLS.ver': '2.0',
      'TLS.identifier': 'xiaojun',
      'TLS.sdkappid': 1_400_000_000,
      'TLS.time': 1_600_000_000,
      'TLS.expire': 86_400,
      'TLS.sig': 'F7rhX8gUOlwhSaoxU1nT9fNB9LShQdL1ReCJfHY1Ffo=',
    })
  })

  test('needs no escaping in an address, whatever is in it', () => {
    for (let user = 0; user < 300; user += 1)
      expect(
        readSig(createUserSig({ appId, key, userId: `user-${user}`, time: 1_700_000_000 + user, expire: 60 })).isGood,
      ).toBe(true)
  })

  test('of another is another', () => {
    const sigs = [1, 2].map((user) => createUserSig({ appId, key, userId: `user-${user}`, time: 1, expire: 60 }))
    expect(sigs[0]).not.toBe(sigs[1])
  })
})

function message(seq: number, text: string): ImMessage {
  const from = { userId: '7', nickname: '唐昀', headImg: null, userType: 'vip' as const }
  return {
    seq,
    clientMsgId: null,
    from,
    type: 'text',
    customType: null,
    systemType: null,
    text: { text, at: [] },
    gift: null,
    system: null,
    time: 1,
    recalled: false,
  }
}

describe('a room at Tencent Cloud IM', () => {
  let service: FakeService
  let engine: ImEngine
  let log: ReturnType<typeof createTestLog>
  const clock = createTestClock()
  let commands: (command: string, body: Record<string, unknown>) => object | number

  function say(res: ServerResponse, answer: object | number): void {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    // As documented: 200 always, the error in the body.
    res.end(
      JSON.stringify(
        typeof answer === 'number'
          ? { ActionStatus: 'FAIL', ErrorInfo: 'no', ErrorCode: answer }
          : { ActionStatus: 'OK', ErrorInfo: '', ErrorCode: 0, ...answer },
      ),
    )
  }
  const commandOf = ({ url }: Arrival): string => new URL(url, service.base).pathname.replace('/v4/', '')
  const bodiesOf = (command: string) =>
    service.arrivals
      .filter((arrival) => commandOf(arrival) === command)
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)

  beforeAll(async () => {
    service = await startFakeService()
  })
  afterAll(() => service?.stop())
  beforeEach(() => {
    commands = () => ({})
    service.answer = (_req, res, arrival) =>
      say(res, commands(commandOf(arrival), JSON.parse(arrival.body) as Record<string, unknown>))
    service.arrivals.length = 0
    log = createTestLog()
    const { im } = readConfig({
      SITE_ENV: 'test',
      IM_ENGINE: 'tencent',
      TENCENT_IM_APP_ID: appId,
      TENCENT_IM_KEY: key,
      TENCENT_IM_URL: service.base,
    }).classroom
    if (im.engine !== 'tencent') throw new Error('The configuration names another engine.')
    engine = createTencentIm(im, { clock, log })
  })
  afterEach(() => engine.close())

  const joiner = { groupKey: 'room-12', userId: 7, sessionId: 'session' }

  test('is made upon joining, with a signature for one’s account', async () => {
    const ticket = await engine.ticket(joiner)
    expect(ticket).toMatchObject({ engine: 'tencent', appId })
    const { fields, isGood } = readSig(ticket.sign)
    expect(isGood).toBe(true)
    expect(fields).toMatchObject({ 'TLS.identifier': 'user-7', 'TLS.time': Math.floor(clock.now() / 1000) })
    expect(bodiesOf('group_open_http_svc/create_group')).toEqual([
      { Type: 'AVChatRoom', GroupId: 'room-12', Name: 'room-12', ApplyJoinOption: 'FreeAccess' },
    ])
    expect(bodiesOf('im_open_login_svc/account_import')).toEqual([{ UserID: 'user-7' }])
  })

  test('is asked for under the administrator’s signature', async () => {
    await engine.ticket(joiner)
    const { method, url, headers } = service.arrivals[0] as Arrival
    const query = new URL(url, service.base).searchParams
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json'])
    expect(Object.fromEntries(query)).toMatchObject({
      sdkappid: appId,
      identifier: 'administrator',
      contenttype: 'json',
    })
    expect(Number(query.get('random'))).toBeLessThan(2 ** 32)
    expect(readSig(query.get('usersig') ?? '')).toMatchObject({
      isGood: true,
      fields: { 'TLS.identifier': 'administrator' },
    })
  })

  test('is made once; one that exists is as good', async () => {
    commands = (command) => (command.endsWith('create_group') ? 10_021 : {})
    await Promise.all([7, 8, 9].map((userId) => engine.ticket({ ...joiner, userId })))
    await engine.ticket(joiner)
    expect(bodiesOf('group_open_http_svc/create_group')).toHaveLength(1)
    expect(
      bodiesOf('im_open_login_svc/account_import')
        .map(({ UserID }) => UserID)
        .sort(),
    ).toEqual(['user-7', 'user-8', 'user-9'])
  })

  test('that can’t be opened lets nobody in, and is retried', async () => {
    commands = (command) => (command.endsWith('create_group') ? 10_002 : {})
    await expect(engine.ticket(joiner)).rejects.toMatchObject({ status: 503, message: '聊天室暂时连不上，请稍后再试' })
    commands = () => ({})
    expect((await engine.ticket(joiner)).engine).toBe('tencent')
    expect(JSON.stringify(log.lines)).not.toContain(key)
  })

  test('says how a queue stands, and leaves no history', async () => {
    const news = { waiting: 2, currentName: '甲', currentUserId: '7', expectedWaitSec: 600 }
    engine.tellQueue('room-12', news)
    await vi.waitFor(() => expect(bodiesOf('group_open_http_svc/send_group_msg')).toHaveLength(1))
    expect(bodiesOf('group_open_http_svc/create_group')).toHaveLength(1)
    const Data = JSON.stringify({ queue: news })
    expect(bodiesOf('group_open_http_svc/send_group_msg')[0]).toMatchObject({
      GroupId: 'room-12',
      OnlineOnlyFlag: 1,
      MsgBody: [{ MsgType: 'TIMCustomElem', MsgContent: { Data } }],
    })
  })

  test('gets messages whole and in order, from the administrator', async () => {
    const sent = Array.from({ length: 20 }, (_, index) => message(index + 1, `第 ${index + 1} 句 <b>`))
    for (const one of sent) engine.publish('room-12', one)
    await vi.waitFor(() => expect(bodiesOf('group_open_http_svc/send_group_msg')).toHaveLength(20), { timeout: 10_000 })
    const bodies = bodiesOf('group_open_http_svc/send_group_msg') as {
      GroupId: string
      From_Account?: string
      MsgBody: { MsgType: string; MsgContent: { Data: string } }[]
    }[]
    expect(bodies.map(({ MsgBody }) => JSON.parse(MsgBody[0]?.MsgContent.Data ?? ''))).toEqual(sent)
    for (const { GroupId, From_Account, MsgBody } of bodies)
      expect([GroupId, From_Account, MsgBody.length, MsgBody[0]?.MsgType]).toEqual([
        'room-12',
        undefined,
        1,
        'TIMCustomElem',
      ])
  })

  test('gets a failed message again under the same number', async () => {
    let fails = 1
    commands = (command) => (command.endsWith('send_group_msg') && fails-- > 0 ? 10_002 : {})
    engine.publish('room-12', message(1, '你好'))
    engine.publish('room-12', message(2, '再见'))
    await vi.waitFor(() => expect(bodiesOf('group_open_http_svc/send_group_msg')).toHaveLength(3), { timeout: 10_000 })
    const [first, again, next] = bodiesOf('group_open_http_svc/send_group_msg')
    expect(again).toEqual(first)
    expect(next?.Random).not.toBe(first?.Random)
  })

  test('counts who is there, at most every ten seconds', async () => {
    commands = (command, { Timestamp }) => {
      if (command.endsWith('get_online_member_num')) return { OnlineMemberNum: 42 }
      if (!command.endsWith('get_members')) return {}
      return Timestamp === 0
        ? { MemberList: [{ Member_Account: 'user-7' }, { Member_Account: 'administrator' }], NextTimestamp: 99 }
        : { MemberList: [{ Member_Account: 'user-8' }, { Member_Account: 'user-7' }], NextTimestamp: 0 }
    }
    expect([await engine.onlineCount('room-12'), await engine.onlineCount('room-12')]).toEqual([42, 42])
    expect(await engine.onlineUserIds('room-12')).toEqual(['7', '8'])
    expect(bodiesOf('group_open_http_svc/get_online_member_num')).toHaveLength(1)
    clock.set(clock.now() + 10_000)
    await engine.onlineCount('room-12')
    expect(bodiesOf('group_open_http_svc/get_online_member_num')).toHaveLength(2)
  })

  test('keeps the last count while the service is silent', async () => {
    commands = () => ({ OnlineMemberNum: 42 })
    await engine.onlineCount('room-12')
    service.answer = (_req, res) => res.destroy()
    clock.set(clock.now() + 10_000)
    expect(await engine.onlineCount('room-12')).toBe(42)
    expect(await engine.onlineUserIds('room-12')).toEqual([])
    expect(() => engine.publish('room-12', message(1, '你好'))).not.toThrow()
  })
})
