import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import {
  buildAccount,
  freshAddress,
  freshPhone,
  getCode,
  otherCode,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { sendCall, startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

type LoginForm = Omit<CallInput<'POST /api/auth/login'>, 'loginType'>

async function loginByCode(input: LoginForm) {
  return sendCall(
    backend.agent,
    'POST /api/auth/login',
    { ...input, loginType: 'phone' },
    { 'X-Forwarded-For': freshAddress() },
  )
}

async function accountsOf(phone: string) {
  return backend.database.db.selectFrom('users').selectAll('users').where('users.phone', '=', phone).execute()
}

describe('logging in by code', () => {
  test('a new number gets an account and hears so', async () => {
    const phone = freshPhone()
    const response = await loginByCode({
      phoneNum: phone,
      captchaCode: await getCode(backend, phone),
      nickname: '听雨的海獭',
    })
    expect(response.body).toMatchObject({ code: 1, body: { isRegistered: true, phoneIsReal: true } })
    expect((await accountsOf(phone))[0]).toMatchObject({ nickname: '听雨的海獭', passwordHash: null })
    const accepted = await backend.database.db
      .selectFrom('agreementAcceptances')
      .select('agreementAcceptances.context')
      .where('agreementAcceptances.userId', '=', response.body.body.userId)
      .execute()
    expect(accepted).toEqual([{ context: 'login' }, { context: 'login' }])
  })

  test('nickname for a taken number: said after the right code', async () => {
    const { phone, userId } = await registerLearner(backend)
    const code = await getCode(backend, phone)
    expect((await loginByCode({ phoneNum: phone, captchaCode: otherCode(code), nickname: '小象' })).body.code).toBe(
      5003,
    )
    expect((await loginByCode({ phoneNum: phone, captchaCode: code, nickname: '小象' })).body.code).toBe(5004)
    expect((await loginByCode({ phoneNum: phone, captchaCode: code })).body).toMatchObject({
      code: 1,
      body: { userId },
    })
  })

  test('made-up numbers can’t; disabled accounts hear why', async () => {
    const virtual = freshPhone()
    await buildAccount(backend, { phone: virtual, phoneIsReal: false })
    expect((await loginByCode({ phoneNum: virtual, captchaCode: await getCode(backend, virtual) })).body.code).toBe(
      5008,
    )
    const disabled = await registerLearner(backend)
    await setAccountStatus(backend, disabled.userId, 2)
    const code = await getCode(backend, disabled.phone)
    expect((await loginByCode({ phoneNum: disabled.phone, captchaCode: otherCode(code) })).body.code).toBe(5003)
    expect((await loginByCode({ phoneNum: disabled.phone, captchaCode: code })).body.code).toBe(-6)
    const log = await backend.database.db
      .selectFrom('loginEvents')
      .select(['loginEvents.code', 'loginEvents.method'])
      .where('loginEvents.userId', '=', disabled.userId)
      .orderBy('loginEvents.id')
      .execute()
    expect(log.map((row) => `${row.method} ${row.code}`)).toEqual(['register 1', 'phone 5003', 'phone -6'])
  })

  test('a code for another purpose does not log in', async () => {
    const { phone } = await registerLearner(backend)
    expect(
      (await loginByCode({ phoneNum: phone, captchaCode: await getCode(backend, phone, 'reset') })).body.code,
    ).toBe(5003)
  })

  test('sixty tries in ten minutes come from one address', async () => {
    const { phone } = await registerLearner(backend)
    const address = freshAddress()
    const statuses = []
    for (let time = 0; time < 62; time++)
      statuses.push(
        (
          await sendCall(
            backend.agent,
            'POST /api/auth/login',
            { loginType: 'phone', phoneNum: phone, captchaCode: '000000' },
            { 'X-Forwarded-For': address },
          )
        ).status,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
  })
})
