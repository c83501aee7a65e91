import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import {
  buildAccount,
  buildStaff,
  freshPhone,
  openSessionOf,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

describe.each(['/api/user/info', '/api/auth/check/virtual/phoneNum'])('GET %s', (path) => {
  test('does not believe headers and cookies that anybody can write', async () => {
    const response = await backend.agent
      .get(path)
      .set('Authorization', 'Bearer 1')
      .set('Cookie', 'token=1; session=1')
      .set('userId', '1')
    expect(response.body.code).toBe(-3)
  })
})

describe('what a learner is told of themselves', () => {
  test('name, picture and rights, no phone and no password', async () => {
    const { userId, cookie } = await registerLearner(backend, { nickname: '画星星的人', password: 'maple-66' })
    const response = await backend.agent.get('/api/user/info').set('Cookie', cookie)
    expect(response.body.body).toEqual({
      id: userId,
      nickname: '画星星的人',
      headImg: null,
      realName: null,
      customerStatus: 0,
      adminRole: false,
      entranceNo: null,
      unread: false,
      forced: 0,
      phoneIsReal: true,
    })
    const admin = await buildStaff(backend, 'administrator')
    expect(await backend.as(admin.cookie).call('GET /api/user/info', {})).toMatchObject({ adminRole: true })
    for (const [role, adminRole] of [
      ['education', true],
      ['headMaster', true],
      ['follow', false],
      ['teacher', false],
    ] as const)
      expect(
        await backend.as((await buildStaff(backend, role)).cookie).call('GET /api/user/info', {}),
        role,
      ).toMatchObject({ adminRole })
  })

  test('shows masked phone, sign-ins, links and last login', async () => {
    const { userId, cookie, phone } = await registerLearner(backend)
    await backend.database.db
      .insertInto('oauthIdentities')
      .values({
        userId,
        provider: 'QQ',
        openId: 'open-1',
        unionId: null,
        nickname: '老友',
        headImg: null,
        linkedAt: new Date(testNow),
      })
      .execute()
    expect(await backend.as(cookie).call('GET /api/user/info/security', {})).toEqual({
      phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
      nationCode: 86,
      phoneIsReal: true,
      hasPassword: false,
      passwordSetTime: null,
      identities: [{ provider: 'QQ', nickname: '老友', linkedTime: testNow }],
      deregistration: null,
      deregisterObstacles: [],
      lastLogin: { time: testNow, method: 'register' },
      verification: { ways: ['phone'], verifiedUntil: null, signedInUntil: testNow + 600_000 },
      events: [],
    })
    await backend.database.db
      .insertInto('deregistrations')
      .values({
        userId,
        reason: null,
        requestedAt: new Date(testNow),
        dueAt: new Date(testNow + 7),
        cancelledAt: null,
        completedAt: null,
        ip: null,
      })
      .execute()
    expect(await backend.as(cookie).call('GET /api/user/info/security', {})).toMatchObject({
      deregistration: { requestedTime: testNow, dueTime: testNow + 7 },
    })
  })
})

describe('what anybody is told of a learner', () => {
  test('name, picture and introduction, nothing else', async () => {
    const { userId, cookie } = await registerLearner(backend, { nickname: '小鹿' })
    await backend
      .as(cookie)
      .call('POST /api/user/info/profile', { realName: '陆小鹿', qqNum: '10001', introduction: '画画十年' })
    const response = await backend.agent.get('/api/user/info/get-user-info-by-uid').query({ uid: userId })
    expect(response.body.body).toEqual({ id: userId, nickname: '小鹿', headImg: null, introduction: '画画十年' })
  })

  test('an inactive account is as unknown as none', async () => {
    const disabled = await registerLearner(backend)
    await setAccountStatus(backend, disabled.userId, 2)
    const ended = await buildAccount(backend, { accountStatus: 3 })
    for (const uid of [disabled.userId, ended, 987_654_321])
      await expect(backend.api.call('GET /api/user/info/get-user-info-by-uid', { uid })).rejects.toMatchObject({
        code: 404,
        message: '用户不存在',
      })
  })
})

describe('changing the own info', () => {
  const update = (cookie: string, input: CallInput<'POST /api/user/info/update'>) =>
    backend.as(cookie).call('POST /api/user/info/update', input)

  test('unsent values stay, emptied ones go', async () => {
    const { userId, cookie } = await registerLearner(backend, { nickname: '小鹿' })
    expect(await update(cookie, { nickname: ' 大鹿 ', realName: '陆鹿', gender: 2, qqNum: '10001' })).toBe(true)
    expect(await update(cookie, { realName: ' ' })).toBe(true)
    const row = await backend.database.db
      .selectFrom('users')
      .select(['users.nickname', 'users.realName', 'users.gender', 'users.qqNum'])
      .where('users.id', '=', userId)
      .executeTakeFirst()
    expect(row).toEqual({ nickname: '大鹿', realName: null, gender: 2, qqNum: '10001' })
  })

  test.each(['', '   ', '一二三四五六七八九十一二三四五六七', 'a\u0007b'])(
    'the nickname %j is refused and changes nothing',
    async (nickname) => {
      const { cookie } = await registerLearner(backend, { nickname: '小鹿' })
      await expect(update(cookie, { nickname, realName: '新' })).rejects.toMatchObject({
        code: 5007,
        message: '昵称格式错误',
      })
      expect(await backend.as(cookie).call('GET /api/user/info', {})).toMatchObject({
        nickname: '小鹿',
        realName: null,
      })
    },
  )

  test('a nickname of sixteen signs, pictures among them, is fine', async () => {
    const { cookie } = await registerLearner(backend)
    const nickname = '一二三四五六七八九十一二三四🎨🦌'
    await update(cookie, { nickname })
    expect(await backend.as(cookie).call('GET /api/user/info', {})).toMatchObject({ nickname })
  })

  test('a picture is one that this learner has uploaded', async () => {
    const mine = await registerLearner(backend)
    const other = await registerLearner(backend)
    let md5 = 0
    const upload = (userId: number, name: string, values: Partial<Insertable<Tables['uploads']>> = {}) =>
      backend.database.db
        .insertInto('uploads')
        .values({
          userId,
          objectKey: name,
          resUrl: `/uploads/${name}`,
          purpose: 'avatar',
          name,
          contentType: 'image/webp',
          sizeBytes: 10,
          md5: String(++md5).padStart(32, '0'),
          kind: 1,
          state: 2,
          storedAt: null,
          ...values,
        })
        .execute()
    await upload(mine.userId, 'mine.webp')
    await upload(mine.userId, 'unfinished.webp', { state: 1 })
    await upload(mine.userId, 'large.svg', { purpose: 'file', contentType: 'image/svg+xml' })
    await upload(other.userId, 'foreign.webp')
    for (const headImg of [
      '/uploads/unfinished.webp',
      '/uploads/large.svg',
      '/uploads/foreign.webp',
      'https://elsewhere.example/a.png',
      'javascript:alert(1)',
      '',
    ]) {
      await expect(update(mine.cookie, { headImg })).rejects.toMatchObject({ code: 4004 })
    }
    await update(mine.cookie, { headImg: '/uploads/mine.webp' })
    expect(await backend.as(mine.cookie).call('GET /api/user/info', {})).toMatchObject({
      headImg: '/uploads/mine.webp',
    })
  })

  test('another sign-in’s picture may be sent back', async () => {
    const userId = await buildAccount(backend, { headImg: 'https://q.example/1.png' })
    const cookie = await openSessionOf(backend, userId)
    expect(await update(cookie, { headImg: 'https://q.example/1.png', nickname: '甲' })).toBe(true)
  })

  test('no field makes an administrator or another account', async () => {
    const { userId, cookie } = await registerLearner(backend)
    const more = {
      isAdmin: true,
      adminRole: true,
      customerStatus: 7,
      accountStatus: 1,
      phone: '13811111111',
      id: 1,
      userId: 1,
    }
    await update(cookie, { nickname: '乙', ...more } as never)
    const row = await backend.database.db
      .selectFrom('users')
      .select(['users.isAdmin', 'users.customerStatus', 'users.nickname'])
      .where('users.id', '=', userId)
      .executeTakeFirst()
    expect(row).toEqual({ isAdmin: false, customerStatus: 0, nickname: '乙' })
  })
})

describe('the profile', () => {
  test('begins empty, keeps values and its first completion', async () => {
    const { cookie } = await registerLearner(backend)
    const api = backend.as(cookie)
    expect(await api.call('GET /api/user/info/profile', {})).toEqual({
      gender: 0,
      qqNum: '',
      realName: '',
      completedTime: null,
    })
    await api.call('POST /api/user/info/profile', {
      gender: 1,
      realName: '陆鹿',
      occupation: '学生',
      purpose: '转行',
      introduction: '',
    })
    backend.clock.set(testNow + 60_000)
    await api.call('POST /api/user/info/profile', { occupation: '', base: '零基础', learnTime: '5' })
    expect(await api.call('GET /api/user/info/profile', {})).toEqual({
      gender: 1,
      qqNum: '',
      realName: '陆鹿',
      purpose: '转行',
      base: '零基础',
      learnTime: '5',
      completedTime: testNow,
    })
    backend.clock.set(testNow)
  })

  test('asks for what its form demands', async () => {
    const { cookie } = await registerLearner(backend)
    const demand = (required: boolean) =>
      backend.database.db
        .updateTable('requiredFields')
        .set({ required })
        .where('requiredFields.form', '=', 'perfect')
        .where('requiredFields.field', '=', 'realName')
        .execute()
    await demand(true)
    await expect(backend.as(cookie).call('POST /api/user/info/profile', { realName: ' ' })).rejects.toMatchObject({
      code: 4004,
      message: '请填写真实姓名',
    })
    await demand(false)
    expect(await backend.as(cookie).call('POST /api/user/info/profile', { realName: ' ' })).toBe(true)
  })
})

describe('addresses', () => {
  const address = {
    consignee: '陆鹿',
    phone: '13812345678',
    province: '上海',
    city: '上海',
    district: '静安',
    detail: '某路 1 号',
  }
  const save = (cookie: string, input: CallInput<'POST /api/user/address'>) =>
    backend.as(cookie).call('POST /api/user/address', input)
  const list = (cookie: string) => backend.as(cookie).call('GET /api/user/address', {})

  test('the first is default, until another takes over', async () => {
    const { cookie } = await registerLearner(backend)
    const first = await save(cookie, address)
    expect(await list(cookie)).toEqual([{ ...address, id: first.id, nationCode: 86, isDefault: true }])
    backend.clock.set(testNow + 1000)
    const second = await save(cookie, { ...address, detail: '某路 2 号' })
    const third = await save(cookie, { ...address, detail: '某路 3 号', isDefault: true })
    expect((await list(cookie)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [third.id, true],
      [second.id, false],
      [first.id, false],
    ])
    await save(cookie, { ...address, id: second.id, isDefault: true, city: '' })
    expect((await list(cookie))[0]).toMatchObject({ id: second.id, isDefault: true, city: '' })
    expect((await list(cookie)).filter((one) => one.isDefault)).toHaveLength(1)
    backend.clock.set(testNow)
  })

  test.each<[string, object, number, string]>([
    ['no consignee', { consignee: ' ' }, 4004, '请填写收货人'],
    ['no detail', { detail: '' }, 4004, '请填写详细地址'],
    ['no phone', { phone: '' }, 5001, '账号必填'],
    ['a wrong phone', { phone: '1381234' }, 5001, '账号格式错误'],
  ])('%s is refused', async (_what, wrong, code, message) => {
    const { cookie } = await registerLearner(backend)
    await expect(save(cookie, { ...address, ...wrong })).rejects.toMatchObject({ code, message })
    expect(await list(cookie)).toEqual([])
  })

  test("another learner's is unknown and stays as it is", async () => {
    const mine = await registerLearner(backend)
    const other = await registerLearner(backend)
    const { id } = await save(mine.cookie, address)
    await save(other.cookie, address)
    await expect(save(other.cookie, { ...address, id, consignee: '别人', isDefault: true })).rejects.toMatchObject({
      code: 404,
    })
    await expect(save(other.cookie, { ...address, id: 987_654_321 })).rejects.toMatchObject({ code: 404 })
    expect((await list(mine.cookie))[0]).toMatchObject({ consignee: '陆鹿', isDefault: true })
    // a refused change leaves the own default as it was
    expect((await list(other.cookie))[0]).toMatchObject({ isDefault: true })
  })

  test('twenty at most of thirty at once, one default', async () => {
    const { cookie } = await registerLearner(backend)
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        save(cookie, { ...address, phone: freshPhone(), isDefault: index % 2 === 0 }),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(20)
    const kept = await list(cookie)
    expect(kept).toHaveLength(20)
    expect(kept.filter((one) => one.isDefault)).toHaveLength(1)
    await expect(save(cookie, address)).rejects.toMatchObject({ code: 4004, message: '最多保存 20 个地址' })
    expect(await save(cookie, { ...address, id: kept[3]?.id })).toEqual({ id: kept[3]?.id })
  })
})
