import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendCode, useCode as spendCode } from '#server/backend/account/codes/code-service.ts'
import { sweepOld } from '#server/backend/sweep-job.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import { callContext, freshPhone, getCode, lastCode, otherCode } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

const minute = 60_000

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(() => backend.clock.set(testNow))

/** The code of the refusal, or 1. */
async function tryCode(
  phone: string,
  code: string,
  purposes: readonly SmsPurpose[] = ['login'],
  nationCode = 86,
): Promise<number> {
  return spendCode(callContext(backend), { nationCode, phone, purposes, code }).then(
    () => 1,
    (error: unknown) => (error as { code: number }).code,
  )
}

test('the right code is good once', async () => {
  const phone = freshPhone()
  const code = await getCode(backend, phone)
  expect(await tryCode(phone, code)).toBe(1)
  expect(await tryCode(phone, code)).toBe(5003)
})

test('of fifty right tries at once one gets through', async () => {
  const phone = freshPhone()
  const code = await getCode(backend, phone)
  const results = await Promise.all(Array.from({ length: 50 }, () => tryCode(phone, code)))
  expect(results.filter((result) => result === 1)).toHaveLength(1)
  expect(results.filter((result) => result === 5003)).toHaveLength(49)
})

test('the fifth try may be right, the sixth not', async () => {
  const [early, late] = [freshPhone(), freshPhone()]
  for (const [phone, wrong] of [
    [early, 4],
    [late, 5],
  ] as const) {
    const code = await getCode(backend, phone)
    for (let time = 0; time < wrong; time++) expect(await tryCode(phone, otherCode(code))).toBe(5003)
    expect(await tryCode(phone, code)).toBe(phone === early ? 1 : 5003)
  }
})

test('of a hundred guesses at once five are looked at', async () => {
  const phone = freshPhone()
  const code = await getCode(backend, phone)
  const guesses = Array.from({ length: 100 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  )
  expect(new Set(await Promise.all(guesses.map((guess) => tryCode(phone, guess))))).toEqual(new Set([5003]))
  const row = await backend.database.db
    .selectFrom('smsCodes')
    .select('smsCodes.attempts')
    .where('smsCodes.phone', '=', phone)
    .executeTakeFirstOrThrow()
  expect(row.attempts).toBe(5)
  expect(await tryCode(phone, code)).toBe(5003)
})

test('after five minutes it is over', async () => {
  const phone = freshPhone()
  const code = await getCode(backend, phone)
  backend.clock.set(testNow + 5 * minute)
  expect(await tryCode(phone, code)).toBe(5003)
  backend.clock.set(testNow + 5 * minute - 1)
  expect(await tryCode(phone, code)).toBe(1)
})

test('it belongs to its phone, its country and its purpose', async () => {
  const phone = freshPhone()
  const other = freshPhone()
  const code = await getCode(backend, phone)
  await getCode(backend, other)
  expect(await tryCode(other, code)).toBe(5003)
  expect(await tryCode(phone, code, ['login'], 852)).toBe(5003)
  for (const purpose of ['register', 'reset', 'bindNew', 'bindOld', 'oauth', 'deregister', 'export', 'verify'] as const)
    expect(await tryCode(phone, code, [purpose])).toBe(5003)
  expect(await tryCode(phone, code, ['register', 'login'])).toBe(1)
})

test('a new one ends the last, for its purpose only', async () => {
  const phone = freshPhone()
  const first = await getCode(backend, phone)
  const reset = await getCode(backend, phone, 'deregister')
  let second = await getCode(backend, phone)
  if (second === first) second = await getCode(backend, phone)
  expect(await tryCode(phone, first)).toBe(5003)
  expect(await tryCode(phone, second)).toBe(1)
  expect(await tryCode(phone, reset, ['deregister'])).toBe(1)
})

test('a call brings its own code and ends the message’s', async () => {
  const phone = freshPhone()
  const first = await getCode(backend, phone)
  await sendCode(callContext(backend), { nationCode: 86, phone, purpose: 'login', channel: 'VOICE_CODE' })
  const second = await lastCode(backend, phone)
  if (first !== second) expect(await tryCode(phone, first)).toBe(5003)
  expect(await tryCode(phone, second)).toBe(1)
})

test.each([
  ['nothing', '', '验证码必填'],
  ['five digits', '12345', '验证码错误'],
  ['letters', '12345a', '验证码错误'],
  ['digits of another script', '１２３４５６', '验证码错误'],
])('%s is said at the field, no try counted', async (_what, typed, msg) => {
  const phone = freshPhone()
  const code = await getCode(backend, phone)
  for (let time = 0; time < 6; time++)
    await expect(
      spendCode(callContext(backend), { nationCode: 86, phone, purposes: ['login'], code: typed }),
    ).rejects.toMatchObject({ code: 5003, message: msg })
  expect(await tryCode(phone, code)).toBe(1)
})

test('who has no code left gets a new one', async () => {
  const phone = freshPhone()
  const code = await getCode(backend, phone)
  await tryCode(phone, code)
  await expect(
    spendCode(callContext(backend), { nationCode: 86, phone, purposes: ['login'], code }),
  ).rejects.toMatchObject({ code: 5003, message: '验证码已失效，或不是在这个浏览器里获取的，请重新获取' })
})

test('codes are spread over all six digits', async () => {
  const codes: string[] = []
  for (let time = 0; time < 40; time++) codes.push(await getCode(backend, freshPhone()))
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(37)
  for (let place = 0; place < 6; place++) expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(5)
})

describe('what is over is forgotten', () => {
  test('codes and messages go after two days, needed ones stay', async () => {
    const phone = freshPhone()
    await getCode(backend, phone)
    const left = async () => ({
      codes: (
        await backend.database.db
          .selectFrom('smsCodes')
          .select('smsCodes.id')
          .where('smsCodes.phone', '=', phone)
          .execute()
      ).length,
      numbers: (
        await backend.database.db
          .selectFrom('smsNumbers')
          .select('smsNumbers.phone')
          .where('smsNumbers.phone', '=', phone)
          .execute()
      ).length,
      messages: (
        await backend.database.db
          .selectFrom('smsOutbox')
          .select('smsOutbox.id')
          .where('smsOutbox.phone', '=', phone)
          .execute()
      ).length,
    })
    await backend.context.tx((trx) => sweepOld(trx, testNow + 24 * 60 * minute))
    expect(await left()).toEqual({ codes: 1, numbers: 1, messages: 1 })
    await backend.context.tx((trx) => sweepOld(trx, testNow + 48 * 60 * minute + 1))
    expect(await left()).toEqual({ codes: 0, numbers: 0, messages: 0 })
  })
})
