import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import {
  buildAccount,
  cookieOf,
  freshAddress,
  freshPhone,
  getCode,
  logIn,
  otherCode,
  registerLearner,
  setAccountStatus,
  solveCaptcha,
} from '../support/backend-accounts.ts'
import { sendCall, startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

type Form = CallInput<'POST /api/auth/register'>
type LoginForm = Omit<CallInput<'POST /api/auth/login'>, 'loginType'>

function form(phoneNum: string, captchaCode: string, more: Partial<Form> = {}): Form {
  return { phoneNum, captchaCode, password: 'maple-66', ...more }
}

async function register(input: Form, address: string = freshAddress()) {
  return sendCall(backend.agent, 'POST /api/auth/register', input, { 'X-Forwarded-For': address })
}

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

describe('signing up', () => {
  test('makes an account with a real phone and logs in', async () => {
    const phone = freshPhone()
    const response = await register(
      form(phone, await getCode(backend, phone, 'register'), {
        nickname: ' 看云的松鼠 ',
        qqNum: '12345678',
        registerParam: { registerSource: 'poster' },
      }),
      '198.51.100.7',
    )
    expect(response.body).toMatchObject({ code: 1, body: { isRegistered: true, phoneIsReal: true } })
    const { userId } = response.body.body as { userId: number }
    const [account] = await accountsOf(phone)
    expect(account).toMatchObject({
      id: userId,
      nickname: '看云的松鼠',
      qqNum: '12345678',
      phoneIsReal: true,
      accountStatus: 1,
      isAdmin: false,
      passwordSetAt: new Date(testNow),
    })
    expect(await backend.as(cookieOf(response as never)).call('GET /api/user/info', {})).toMatchObject({
      id: userId,
      nickname: '看云的松鼠',
    })
    expect(await logIn(backend, { phoneNum: phone, password: 'maple-66' })).toMatch(/^session=/)
    const accepted = await backend.database.db
      .selectFrom('agreementAcceptances')
      .innerJoin('agreements', 'agreements.id', 'agreementAcceptances.agreementId')
      .select([
        'agreements.type',
        'agreements.version',
        'agreementAcceptances.acceptedAt',
        'agreementAcceptances.ip',
        'agreementAcceptances.context',
      ])
      .where('agreementAcceptances.userId', '=', userId)
      .orderBy('agreements.type')
      .execute()
    expect(accepted.map((row) => [row.type, row.version, row.context])).toEqual([
      ['privacy', 1, 'register'],
      ['register', 1, 'register'],
    ])
    expect(accepted[0]).toMatchObject({ acceptedAt: new Date(testNow), ip: expect.stringContaining('198.51.100.7') })
    const source = await backend.database.db
      .selectFrom('userAttributions')
      .select('userAttributions.source')
      .where('userAttributions.userId', '=', userId)
      .executeTakeFirst()
    expect(source).toEqual({ source: 'poster' })
  })

  test('without a nickname the name is made of the number', async () => {
    const phone = freshPhone()
    await register(form(phone, await getCode(backend, phone), { nickname: '  ' }))
    expect((await accountsOf(phone))[0]?.nickname).toBe(`同学${phone.slice(-4)}`)
  })

  test.each<[string, Partial<Form>, number, string]>([
    ['no number', { phoneNum: '' }, 5001, '账号必填'],
    ['a short number', { phoneNum: '138000' }, 5001, '账号格式错误'],
    ['a number that is none of the mainland', { phoneNum: '23800000000' }, 5001, '账号格式错误'],
    ['a long number abroad', { nationCode: 1, phoneNum: '138000000000' }, 5001, '账号格式错误'],
    ['no code', { captchaCode: '' }, 5003, '验证码必填'],
    ['a code of letters', { captchaCode: 'abcdef' }, 5003, '验证码错误'],
    ['no password', { password: '' }, 5005, '密码必填'],
    ['a password of 5', { password: 'abcd5' }, 5005, '密码必须在6-12位'],
    ['a password of 13', { password: 'abcdefghijk13' }, 5005, '密码必须在6-12位'],
    ['a password that everybody tries', { password: 'Abc123456' }, 5005, '密码太常见，请换一个'],
    ['a password of one letter', { password: 'zzzzzzz' }, 5005, '密码太常见，请换一个'],
    ['a nickname of 17', { nickname: '一二三四五六七八九十一二三四五六七' }, 5007, '昵称格式错误'],
    ['a nickname with a line break', { nickname: '两\n行' }, 5007, '昵称格式错误'],
    ['a QQ number that is none', { qqNum: 'abc' }, 4004, 'QQ 号格式错误'],
    ['the agreements not accepted', { agreementStatus: false }, 4004, '请先阅读并同意用户协议和隐私政策'],
  ])('%s is refused with its code, the phone’s stays', async (_what, wrong, code, msg) => {
    const phone = freshPhone()
    const right = form(phone, await getCode(backend, phone))
    expect((await register({ ...right, ...wrong })).body).toMatchObject({ code, msg, body: null })
    expect((await register(right)).body.code).toBe(1)
  })

  test('five wrong codes make the right one useless', async () => {
    const phone = freshPhone()
    const code = await getCode(backend, phone)
    for (let time = 0; time < 5; time++) expect((await register(form(phone, otherCode(code)))).body.code).toBe(5003)
    expect((await register(form(phone, code))).body.code).toBe(5003)
    expect(await accountsOf(phone)).toEqual([])
  })

  test('a taken number is told its owner; the code works', async () => {
    const { phone, userId } = await registerLearner(backend)
    const code = await getCode(backend, phone, 'register')
    expect((await register(form(phone, otherCode(code)))).body.code).toBe(5003)
    expect((await register(form(phone, code))).body.code).toBe(5004)
    const login = await loginByCode({ phoneNum: phone, captchaCode: code })
    expect(login.body).toMatchObject({ code: 1, body: { userId, isRegistered: false } })
    expect((await loginByCode({ phoneNum: phone, captchaCode: code })).body.code).toBe(5003)
  })

  test('of fifty tries with one code one makes the account', async () => {
    const phone = freshPhone()
    const code = await getCode(backend, phone)
    await backend.database.db.updateTable('smsCodes').set({ attempts: 0 }).where('smsCodes.phone', '=', phone).execute()
    const codes = (await Promise.all(Array.from({ length: 50 }, () => register(form(phone, code))))).map(
      (response) => response.body.code as number,
    )
    expect(codes.filter((one) => one === 1)).toHaveLength(1)
    expect(await accountsOf(phone)).toHaveLength(1)
  }, 60_000)

  test('two sign-ups of one number: one account, one hears', async () => {
    const phone = freshPhone()
    const login = await getCode(backend, phone, 'login')
    const other = await getCode(backend, phone, 'register')
    const responses = await Promise.all([register(form(phone, login)), register(form(phone, other))])
    expect(responses.map((response) => response.body.code as number).toSorted((a, b) => a - b)).toEqual([1, 5004])
    // past every look beforehand, the database itself refuses a second one
    await expect(registerLearner(backend, { phone })).rejects.toMatchObject({ code: 5004 })
    expect(await accountsOf(phone)).toHaveLength(1)
  })

  test('the number of a deregistered account makes a new account', async () => {
    const { phone, userId } = await registerLearner(backend)
    await setAccountStatus(backend, userId, 3, phone)
    const response = await register(form(phone, await getCode(backend, phone)))
    expect(response.body.code).toBe(1)
    expect(response.body.body.userId).not.toBe(userId)
  })

  test('no extra field of a form makes an administrator', async () => {
    const phone = freshPhone()
    const more = {
      isAdmin: true,
      adminRole: true,
      customerStatus: 9,
      accountStatus: 1,
      id: 1,
      __proto__: { isAdmin: true },
    }
    await register({ ...form(phone, await getCode(backend, phone)), ...more })
    expect((await accountsOf(phone))[0]).toMatchObject({ isAdmin: false, customerStatus: 0 })
  })
})

describe('an invitation', () => {
  test('is kept, from the form or beside it', async () => {
    const inviter = await registerLearner(backend)
    const clue = await registerLearner(backend)
    const phone = freshPhone()
    const response = await register(
      form(phone, await getCode(backend, phone), {
        inviteUserId: String(inviter.userId),
        registerParam: { clueUserId: String(clue.userId) },
      }),
    )
    const row = await backend.database.db
      .selectFrom('userAttributions')
      .selectAll('userAttributions')
      .where('userAttributions.userId', '=', response.body.body.userId)
      .executeTakeFirst()
    expect(row).toMatchObject({ inviteUserId: inviter.userId, clueUserId: clue.userId })
  })

  test.each(['inviteUserId', 'clueUserId'] as const)('%s of nobody, or a closed account, is refused', async (field) => {
    const disabled = await registerLearner(backend)
    await setAccountStatus(backend, disabled.userId, 2)
    const ended = await buildAccount(backend, { accountStatus: 3 })
    const phone = freshPhone()
    const code = await getCode(backend, phone)
    for (const id of ['987654321', '9999999999999999999', String(disabled.userId), String(ended)]) {
      await backend.database.db
        .updateTable('smsCodes')
        .set({ attempts: 0 })
        .where('smsCodes.phone', '=', phone)
        .execute()
      expect((await register(form(phone, code, { [field]: id }))).body).toMatchObject({
        code: 5006,
        msg: '邀请码错误',
      })
    }
    expect(await accountsOf(phone)).toEqual([])
    // what isn't a number counts as not given
    expect((await register(form(phone, code, { [field]: 'abc' }))).body.code).toBe(1)
  })
})

describe('settings', () => {
  test('while registration is closed, known learners log in', async () => {
    const closed = await startTestBackend({ REGISTRATION: 'closed' })
    const { phone } = await registerLearner(closed)
    expect(await logIn(closed, { phoneNum: phone, captchaCode: await getCode(closed, phone) })).toMatch(/^session=/)
    const newPhone = freshPhone()
    const captchaCode = await getCode(closed, newPhone)
    const refused = { code: 4004, message: expect.stringMatching(/^暂停注册/) }
    await expect(closed.api.call('POST /api/auth/register', form(newPhone, captchaCode))).rejects.toMatchObject(refused)
    await expect(
      closed.api.call('POST /api/auth/login', { loginType: 'phone', phoneNum: newPhone, captchaCode }),
    ).rejects.toMatchObject(refused)
    await closed.close()
  })

  test('a QQ number is asked for when demanded', async () => {
    await backend.database.db
      .updateTable('requiredFields')
      .set({ required: true })
      .where('requiredFields.form', '=', 'register')
      .where('requiredFields.field', '=', 'qq')
      .execute()
    const phone = freshPhone()
    const code = await getCode(backend, phone)
    expect((await register(form(phone, code))).body).toMatchObject({ code: 4004, msg: '请填写 QQ 号' })
    expect((await loginByCode({ phoneNum: phone, captchaCode: code })).body).toMatchObject({
      code: 4004,
      msg: '请填写 QQ 号',
    })
    expect((await register(form(phone, code, { registerParam: { qqNum: '10001' } }))).body.code).toBe(1)
    expect((await accountsOf(phone))[0]?.qqNum).toBe('10001')
    await backend.database.db
      .updateTable('requiredFields')
      .set({ required: false })
      .where('requiredFields.form', '=', 'register')
      .where('requiredFields.field', '=', 'qq')
      .execute()
  })

  test('an agreement not yet in force was not accepted', async () => {
    const next = await backend.database.db
      .insertInto('agreements')
      .values({
        type: 'privacy',
        version: 2,
        title: '隐私政策',
        contentHtml: '<p>新</p>',
        effectiveAt: new Date(testNow + 86_400_000),
      })
      .returning('agreements.id')
      .executeTakeFirstOrThrow()
    const acceptsNext = async (): Promise<boolean> => {
      const { userId } = await registerLearner(backend)
      const rows = await backend.database.db
        .selectFrom('agreementAcceptances')
        .select('agreementAcceptances.agreementId')
        .where('agreementAcceptances.userId', '=', userId)
        .execute()
      expect(rows).toHaveLength(2)
      return rows.some((row) => row.agreementId === next.id)
    }
    expect(await acceptsNext()).toBe(false)
    backend.clock.set(testNow + 86_400_000)
    expect(await acceptsNext()).toBe(true)
    backend.clock.set(testNow)
  })
})

describe('what the sign-up form asks beforehand', () => {
  test('asking about ten numbers a minute needs a captcha', async () => {
    const address = freshAddress()
    const ask = async (
      phoneNum: string,
      nationCode = 86,
      proof: Partial<Awaited<ReturnType<typeof solveCaptcha>>> = {},
    ) =>
      sendCall(
        backend.agent,
        'GET /api/auth/check/phoneNum/exist',
        { phoneNum, nationCode, ...proof },
        { 'X-Forwarded-For': address },
      )
    const { phone } = await registerLearner(backend)
    const gone = await registerLearner(backend)
    await setAccountStatus(backend, gone.userId, 3, gone.phone)
    expect((await ask(phone)).body).toMatchObject({ code: 1, body: true })
    expect((await ask(phone, 1)).body).toMatchObject({ code: 1, body: false })
    expect((await ask(gone.phone)).body).toMatchObject({ code: 1, body: false })
    expect((await ask('1380')).body).toMatchObject({ code: 5001, body: null })
    for (let time = 0; time < 7; time++) await ask(freshPhone())
    expect(await ask(phone)).toMatchObject({ status: 200, body: { code: 4002, msg: '请完成安全验证', body: null } })
    const proof = await solveCaptcha(backend, address)
    expect((await ask(phone, 86, proof)).body).toMatchObject({ code: 1, body: true })
    expect((await ask(freshPhone(), 86, proof)).body).toMatchObject({ code: 4002, msg: '验证失败，请重新验证' })
    expect((await ask(freshPhone(), 86, await solveCaptcha(backend, address))).body).toMatchObject({
      code: 1,
      body: false,
    })
  })

  test('suggested nicknames are Chinese, short, various and free', async () => {
    const names = new Set<string>()
    for (let time = 0; time < 30; time++) names.add(await backend.api.call('GET /api/auth/random-nickname', {}))
    expect(names.size).toBeGreaterThan(20)
    for (const name of names) {
      expect(name).toMatch(/^\p{Script=Han}+\d*$/u)
      expect([...name].length).toBeLessThanOrEqual(16)
    }
    const taken = await backend.database.db
      .selectFrom('users')
      .select('users.nickname')
      .where('users.nickname', 'in', [...names])
      .execute()
    expect(taken).toEqual([])
  })
})
