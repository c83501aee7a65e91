import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SmsMessage } from '#server/backend/ports/sms/sms-sender.ts'
import { SmsError } from '#server/backend/ports/sms/sms-sender.ts'
import { sendCode, useCode as spendCode } from '#server/backend/account/codes/code-service.ts'
import { readSmsFigures } from '#server/backend/account/codes/sms-figures.ts'
import type { ApiError } from '#shared/contract/codes.ts'
import { buildAccount, callContext, freshPhone, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

const second = 1000
const minute = 60 * second

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

describe('the whole site', () => {
  const ceiling = 12
  let small: TestBackend
  let network = 0
  beforeEach(async () => {
    small = await startTestBackend({ SMS_HOURLY_CEILING: String(ceiling) })
  })
  afterEach(() => small?.close())

  /** An address of a network of its own. */
  const farAddress = (): string => {
    network += 1
    return `172.16.${network}.7`
  }
  const send = (address: string, phone = freshPhone()) =>
    sendCode(callContext(small, address), { nationCode: 86, phone, purpose: 'login', channel: 'SMS' }).then(
      () => 'sent',
      ({ status, message }: ApiError) => (status === 429 ? message.replace(/，请在 .*/, '') : message),
    )

  test('stops at its hourly ceiling', async () => {
    const known = await Promise.all(Array.from({ length: ceiling + 3 }, () => registerLearner(small)))
    const answers = await Promise.all(known.map(({ phone }) => send(farAddress(), phone)))
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(ceiling)
    expect(answers.filter((answer) => answer === '现在获取验证码的人太多')).toHaveLength(3)
    expect(await small.database.db.selectFrom('smsOutbox').selectAll().execute()).toHaveLength(ceiling)
  })

  test('keeps a third of it for numbers that have accounts', async () => {
    const answers = []
    for (let time = 0; time < 10; time++) answers.push(await send(farAddress()))
    expect(answers).toEqual([...Array.from({ length: 8 }, () => 'sent'), '现在注册的人太多', '现在注册的人太多'])
    for (let time = 0; time < 4; time++)
      expect(await send(farAddress(), (await registerLearner(small)).phone)).toBe('sent')
    expect(await send(farAddress(), (await registerLearner(small)).phone)).toBe('现在获取验证码的人太多')
  })

  test.each([
    ['fifty addresses of one network', (at: number) => `198.51.100.${at + 1}`],
    ['fifty addresses of one /48', (at: number) => `2001:db8:7:${at + 1}::9`],
  ])('%s take half, each a third, nobody else’s codes', async (_who, addressOf) => {
    const answers = []
    for (let at = 0; at < 50; at++) answers.push(await send(addressOf(at)))
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(ceiling / 2)
    expect(await send(farAddress())).toBe('sent')
    const alone = farAddress()
    for (let time = 0; time < ceiling / 3; time++)
      expect(await send(alone, (await registerLearner(small)).phone)).toBe('sent')
    expect(await send(alone, (await registerLearner(small)).phone)).toBe('你所在的网络获取验证码太频繁')
  })

  test('an address over its third uses up nobody’s minute', async () => {
    const address = farAddress()
    for (let time = 0; time < ceiling / 3; time++) await send(address)
    const phone = freshPhone()
    expect(await send(address, phone)).toBe('你所在的网络获取验证码太频繁')
    expect(await send(farAddress(), phone)).toBe('sent')
  })

  test('a site’s refusal costs number, address and network nothing', async () => {
    const address = farAddress()
    for (let time = 0; time < 8; time++) await small.context.limits.take('smsNewNumbers', 'all')
    const phone = freshPhone()
    for (let time = 0; time < ceiling; time++) expect(await send(address, phone)).toBe('现在注册的人太多')
    await small.context.limits.clear('smsNewNumbers', 'all')
    expect(await send(address, phone)).toBe('sent')
  })

  test('shows its operators how many went, and the half', async () => {
    for (let time = 0; time < ceiling / 2 - 1; time++) await send(farAddress())
    expect(await readSmsFigures(small.context)).toEqual({ sent: 5, ceiling, halfReached: 0 })
    await send(farAddress())
    expect(await readSmsFigures(small.context)).toEqual({ sent: 6, ceiling, halfReached: 1 })
    for (let time = 0; time < ceiling; time++) await send(farAddress(), (await registerLearner(small)).phone)
    expect(await readSmsFigures(small.context)).toEqual({ sent: ceiling, ceiling, halfReached: 1 })
  })

  test('warns administrators once at half, and the log', async () => {
    const admin = await buildAccount(small, { phone: freshPhone(), isAdmin: true })
    const learner = await registerLearner(small)
    const noticesOf = async (userId: number) =>
      small.database.db
        .selectFrom('userMessages')
        .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
        .select('notifyMessages.title')
        .where('userMessages.userId', '=', userId)
        .execute()
    for (let time = 0; time < ceiling / 2 - 1; time++) await send(farAddress())
    expect(await noticesOf(admin)).toEqual([])
    for (let time = 0; time < 3; time++) await send(farAddress())
    expect(await noticesOf(admin)).toEqual([{ title: '短信验证码的用量已过半' }])
    expect(await noticesOf(learner.userId)).toEqual([])
    expect(
      small.log.lines.filter(
        ({ level, message }) => level === 'warn' && message === 'half of the hourly ceiling of codes is used',
      ),
    ).toHaveLength(1)
  })
})

describe('a message on its way', () => {
  let watched: TestBackend
  let onSend: (message: SmsMessage) => Promise<void>
  const fail = (): Promise<void> => Promise.reject(new SmsError('Aliyun refused: isp.SYSTEM_ERROR.'))
  const sent: SmsMessage[] = []
  beforeAll(async () => {
    watched = await startTestBackend(
      {},
      {
        sms: {
          async send(message) {
            await onSend(message)
            sent.push(message)
          },
          tellChanged: async () => undefined,
        },
      },
    )
  })
  afterAll(() => watched?.close())
  beforeEach(() => {
    sent.length = 0
    onSend = fail
  })
  const send = (phone: string) =>
    sendCode(callContext(watched), { nationCode: 86, phone, purpose: 'login', channel: 'SMS' })

  test('a failed one is said, unlogged, and retried at once', async () => {
    const phone = freshPhone()
    await expect(send(phone)).rejects.toMatchObject({ code: 0, message: '短信发送失败', status: 200 })
    expect(
      watched.log.lines.some(({ level, message }) => level === 'error' && message === 'a code could not be sent'),
    ).toBe(true)
    expect(
      JSON.stringify(
        watched.log.lines.map(({ fields, message }) => [String((fields as { err?: unknown }).err), fields, message]),
      ),
    ).not.toContain(phone)
    onSend = async () => undefined
    await expect(send(phone)).resolves.toEqual({ nextSendTime: testNow + minute })
    expect(sent).toHaveLength(1)
  })

  test('counts for the hour when it fails, too', async () => {
    const phone = freshPhone()
    for (let time = 0; time < 5; time++) await expect(send(phone)).rejects.toMatchObject({ code: 0 })
    onSend = async () => undefined
    await expect(send(phone)).rejects.toMatchObject({ code: 4004, status: 429 })
    expect(sent).toEqual([])
  })

  test('that fails leaves a code that is of no use', async () => {
    const phone = freshPhone()
    let code = ''
    onSend = async (message) => {
      code = message.code
      return fail()
    }
    await expect(send(phone)).rejects.toMatchObject({ code: 0 })
    await expect(
      spendCode(callContext(watched), { nationCode: 86, phone, purposes: ['login'], code }),
    ).rejects.toMatchObject({ code: 5003 })
  })

  test('is outside transactions: committed, and others go on', async () => {
    const seen: unknown[] = []
    onSend = async ({ phone }) => {
      // inside a transaction this throws, and on the embedded database it would wait for ever
      seen.push(
        await watched.database.db
          .selectFrom('smsCodes')
          .select('smsCodes.purpose')
          .where('smsCodes.phone', '=', phone)
          .execute(),
      )
    }
    await send(freshPhone())
    expect(seen).toEqual([[{ purpose: 'login' }]])
  })
})
