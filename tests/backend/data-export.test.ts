import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { beginExport } from '#server/backend/account/closing/export-store.ts'
import { notify } from '#server/backend/message/notify.ts'
import {
  buildVirtualLearner,
  getCode,
  type Learner,
  logIn,
  otherCode,
  registerLearner,
} from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { largestAnswer } from '../support/count-statements.ts'
import { buildAnswerRoom } from '../support/live-rooms.ts'
import { buildPaidOrder } from '../support/order-factories.ts'
import { makeSamples } from '../support/upload-samples.ts'

const minute = 60_000
const day = 24 * 60 * minute

let dataDir = ''
let backend: TestBackend
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'exports-'))
  backend = await startTestBackend({ DATA_DIR: dataDir, BRAND_NAME: '学园' })
})
afterAll(async () => {
  await backend?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const privateFiles = (): string[] => readdirSync(join(dataDir, 'private', 'exports'))

async function startExport({ cookie, phone }: Learner) {
  const captchaCode = await getCode(backend, phone, 'export')
  return backend.as(cookie).call('POST /api/user/data-export', { captchaCode })
}

/** Starts an export and waits for it; answers its address. */
async function takeExport(learner: Learner): Promise<string> {
  await startExport(learner)
  await backend.context.background.settled()
  const found = await backend.as(learner.cookie).call('GET /api/user/data-export', {})
  return found?.downloadUrl ?? ''
}

async function fetchArchive(url: string): Promise<Record<string, Uint8Array>> {
  const response = await backend.agent
    .get(url)
    .buffer(true)
    .parse((incoming, done) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => done(null, Buffer.concat(chunks)))
    })
  expect(response.status).toBe(200)
  expect(response.headers['content-disposition']).toContain('attachment')
  expect(response.headers['cache-control']).toContain('no-store')
  return unzipSync(response.body as Buffer)
}

const read = (archive: Record<string, Uint8Array>, name: string): unknown =>
  JSON.parse(strFromU8(archive[name] ?? new Uint8Array()))

/** A learner tells of themselves, uploads, buys, is written to, and signs in twice; `session` is the last. */
async function liveABit(learner: Learner, png: Buffer): Promise<{ resUrl: string; session: string }> {
  const api = backend.as(learner.cookie, '203.0.113.9')
  const resUrl = await uploadFile(backend, learner.cookie, { name: '我的/作业.png', bytes: png })
  await api.call('POST /api/user/info/profile', {
    realName: '林小满',
    qqNum: '10086',
    occupation: '木匠',
    introduction: '做椅子',
  })
  await api.call('POST /api/user/address', {
    consignee: '林小满',
    phone: learner.phone,
    province: '浙江省',
    city: '杭州市',
    district: '西湖区',
    detail: '文三路一号',
    isDefault: true,
  })
  await backend.database.db
    .insertInto('oauthIdentities')
    .values({
      userId: learner.userId,
      provider: 'WECHAT',
      openId: 'wx-open-1',
      unionId: null,
      nickname: '满满',
      headImg: null,
    })
    .execute()
  await logIn(backend, { phoneNum: learner.phone, password: 'maple-66' }, '203.0.113.9')
  const session = await logIn(
    backend,
    { phoneNum: learner.phone, captchaCode: await getCode(backend, learner.phone) },
    '203.0.113.10',
  )

  await buildPaidOrder(backend, {
    userId: learner.userId,
    lines: [{ priceFen: 1000, productId: await buildProduct(backend.database, { name: '椅子做法', priceFen: 1000 }) }],
  })
  await notify(backend.database.db, new Date(testNow), {
    userId: learner.userId,
    topic: 'order',
    ref: 'told-once',
    title: '木料到了',
    text: '第一批',
  })
  return { resUrl, session }
}

describe('a learner takes their data along', () => {
  test('the archive holds all that was kept, in readable words', async () => {
    const learner = await registerLearner(backend, { nickname: '带走的人', password: 'maple-66' })
    const png = (await makeSamples()).png ?? Buffer.alloc(0)
    const { resUrl, session } = await liveABit(learner, png)
    const archive = await fetchArchive(await takeExport({ ...learner, cookie: session }))
    expect(Object.keys(archive)).toEqual([
      '说明.txt',
      '账号资料.json',
      '地址.json',
      '订单.json',
      '报名.json',
      '优惠券.json',
      '学习记录.json',
      '笔记.json',
      '作业.json',
      '考试.json',
      '错题本.json',
      '订阅日历.json',
      '社区.json',
      '社区处理记录.json',
      '聊天记录.json',
      '答疑排队.json',
      '反馈与投诉.json',
      '客服对话.json',
      '站内消息.json',
      '登录记录.json',
      '协议同意记录.json',
      '上传文件清单.json',
      expect.stringMatching(/^上传文件\/\d+-.*作业\.png$/),
    ])
    expect(strFromU8(archive['说明.txt'] ?? new Uint8Array())).toContain('2026-03-11 12:00:00')
    expect(read(archive, '账号资料.json')).toMatchObject({
      编号: learner.userId,
      昵称: '带走的人',
      手机号: learner.phone,
      真实姓名: '林小满',
      QQ号: '10086',
      职业: '木匠',
      个人简介: '做椅子',
      第三方账号: [{ 平台: '微信', 昵称: '满满', 标识: 'wx-open-1' }],
    })
    expect(read(archive, '地址.json')).toMatchObject([
      { 收货人: '林小满', 手机号: learner.phone, 详细地址: '文三路一号', 默认地址: true },
    ])
    expect(read(archive, '订单.json')).toMatchObject([{ 状态: '已支付', 已付: '10.00' }])
    expect(read(archive, '报名.json')).toMatchObject([
      { 课程: '椅子做法', 来源: '下单', 状态: '在学', 开始: '2026-03-11 12:00:00' },
    ])
    expect(read(archive, '优惠券.json')).toEqual([])
    expect(read(archive, '站内消息.json')).toContainEqual(
      expect.objectContaining({ 标题: '木料到了', 内容: '<p>第一批</p>', 阅读时间: null }),
    )
    const logins = read(archive, '登录记录.json') as { 登录: unknown[]; 会话: unknown[] }
    expect(logins.登录).toContainEqual({
      时间: '2026-03-11 12:00:00',
      方式: '密码',
      结果: '成功',
      IP地址: '203.0.113.9',
    })
    expect(logins.会话).toContainEqual(expect.objectContaining({ 结束原因: '在别处登录' }))
    expect(read(archive, '协议同意记录.json')).toContainEqual(expect.objectContaining({ 场合: '注册', 版本: 1 }))
    expect(read(archive, '上传文件清单.json')).toMatchObject([
      { 文件名: '我的/作业.png', 网址: resUrl, 字节数: png.length },
    ])
    const picture = Object.entries(archive).find(([name]) => name.startsWith('上传文件/'))?.[1]
    expect(Buffer.from(picture ?? []).equals(png)).toBe(true)
    const all = Object.values(archive)
      .map((bytes) => strFromU8(bytes, true))
      .join('')
    expect(all).not.toContain('$argon2id$')
  })

  test('nothing of another learner is in it', async () => {
    const other = await registerLearner(backend, { nickname: '隔壁同学' })
    await backend
      .as(other.cookie)
      .call('POST /api/user/address', { consignee: '隔壁', phone: other.phone, detail: '隔壁路二号' })
    const learner = await registerLearner(backend)
    const archive = await fetchArchive(await takeExport(learner))
    const all = Object.values(archive)
      .map((bytes) => strFromU8(bytes))
      .join('')
    expect(all).not.toContain(other.phone)
    expect(all).not.toContain('隔壁')
    expect(read(archive, '地址.json')).toEqual([])
  })

  test('it is made behind the answer, one at once', async () => {
    const learner = await registerLearner(backend)
    const { cookie, userId } = learner
    expect(await backend.as(cookie).call('GET /api/user/data-export', {})).toBeNull()
    await beginExport(backend.database.db, userId, new Date(testNow))
    const making = { state: 1, requestedTime: testNow, expireTime: null, sizeBytes: null, downloadUrl: null }
    expect(await backend.as(cookie).call('POST /api/user/data-export', { captchaCode: '' })).toEqual(making)
    expect(await backend.as(cookie).call('GET /api/user/data-export', {})).toEqual(making)
    expect(await beginExport(backend.database.db, userId, new Date(testNow))).toBeUndefined()
  })

  test('a wrong, foreign or used code starts nothing', async () => {
    const learner = await registerLearner(backend)
    const { cookie, phone } = learner
    const api = backend.as(cookie)
    const start = (captchaCode: string) => api.call('POST /api/user/data-export', { captchaCode })
    await expect(start('')).rejects.toMatchObject({ code: 5003 })
    await expect(start(await getCode(backend, phone, 'deregister'))).rejects.toMatchObject({ code: 5003 })
    const code = await getCode(backend, phone, 'export')
    await expect(start(otherCode(code))).rejects.toMatchObject({ code: 5003 })
    expect(await api.call('GET /api/user/data-export', {})).toBeNull()
    expect((await start(code)).state).toBe(1)
    await backend.context.background.settled()
    await expect(start(code)).rejects.toMatchObject({ code: 5003 })
    const virtual = await buildVirtualLearner(backend)
    await expect(
      backend.as(virtual.cookie).call('POST /api/user/data-export', { captchaCode: '123456' }),
    ).rejects.toMatchObject({ code: 4004, message: '请先绑定手机号' })
  })

  test('three in 24 hours, the fourth keeps its code', async () => {
    const learner = await registerLearner(backend)
    for (let turn = 0; turn < 3; turn++) await takeExport(learner)
    await expect(startExport(learner)).rejects.toMatchObject({
      code: 4004,
      status: 429,
      message: '24 小时内最多导出 3 次，请以后再来',
    })
    const rows = await backend.database.db
      .selectFrom('smsCodes')
      .select('smsCodes.usedAt')
      .where('smsCodes.phone', '=', learner.phone)
      .where('smsCodes.replacedAt', 'is', null)
      .orderBy('smsCodes.id', 'desc')
      .execute()
    expect(rows[0]?.usedAt).toBeNull()
  })
})

describe('a learner who has left very much', () => {
  /** So many things said in a room, many in the same moment, which is kept more exactly than a clock tells it. */
  async function sayMuch(userId: number, count: number): Promise<void> {
    const roomId = await buildAnswerRoom(backend)
    await sql`insert into im_messages (group_id, seq, from_user_id, content, sent_at)
      select g.id, n, ${userId}, jsonb_build_object('text', '第 ' || n || ' 句'),
        '2026-03-11 12:00:00+08'::timestamptz + (n / 700) * interval '300 microseconds'
      from im_groups g cross join generate_series(1, ${count}) n where g.room_id = ${roomId}`.execute(
      backend.database.db,
    )
  }

  test('gets each thing once, in order, piece by piece', async () => {
    const learner = await registerLearner(backend)
    await sayMuch(learner.userId, 1750)
    let url = ''
    const most = await largestAnswer(backend, async () => {
      url = await takeExport(learner)
    })
    const said = read(await fetchArchive(url), '聊天记录.json') as { 内容: string }[]
    expect(said.map((one) => one.内容)).toEqual(Array.from({ length: 1750 }, (_, index) => `第 ${index + 1} 句`))
    expect(most).toBe(500)
  })

  test('waits for those before: one export at a time', async () => {
    const learners = [await registerLearner(backend), await registerLearner(backend), await registerLearner(backend)]
    let [underWay, most] = [0, 0]
    const { putFile } = backend.context.storage
    backend.context.storage.putFile = async (...file) => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      await putFile(...file)
      underWay -= 1
    }
    try {
      await Promise.all(learners.map(startExport))
      await backend.context.background.settled()
    } finally {
      backend.context.storage.putFile = putFile
    }
    expect(most).toBe(1)
    for (const { cookie } of learners)
      expect(await backend.as(cookie).call('GET /api/user/data-export', {})).toMatchObject({ state: 2 })
  })
})

describe('the address of an export', () => {
  test('is its owner’s, opens one file, ends soon', async () => {
    const [owner, other] = [await registerLearner(backend), await registerLearner(backend)]
    const [mine, theirs] = [await takeExport(owner), await takeExport(other)]
    const path = (url: string): string => url.split('?')[0] ?? ''
    expect(path(mine)).not.toBe(path(theirs))
    await fetchArchive(mine)
    expect((await backend.agent.get(mine.replace(path(mine), path(theirs)))).status).toBe(403)
    expect((await backend.agent.get(path(mine))).status).toBe(403)
    expect((await backend.as(other.cookie).call('GET /api/user/data-export', {}))?.downloadUrl).toContain(path(theirs))
    backend.clock.set(testNow + 10 * minute)
    expect((await backend.agent.get(mine)).status).toBe(403)
    const renewed = await backend.as(owner.cookie).call('GET /api/user/data-export', {})
    await fetchArchive(renewed?.downloadUrl ?? '')
    backend.clock.set(testNow)
  })

  test('is gone after seven days, and the file with it', async () => {
    const learner = await registerLearner(backend)
    const key = (await takeExport(learner)).split('?')[0]?.split('/').at(-1) ?? ''
    expect(privateFiles()).toContain(key)
    backend.clock.set(testNow + 7 * day)
    expect(await backend.as(learner.cookie).call('GET /api/user/data-export', {})).toMatchObject({
      state: 4,
      downloadUrl: null,
    })
    await careForAccounts(backend.context)
    expect(privateFiles()).not.toContain(key)
    expect(await backend.as(learner.cookie).call('GET /api/user/data-export', {})).toMatchObject({
      state: 4,
      expireTime: testNow + 7 * day,
      downloadUrl: null,
    })
    backend.clock.set(testNow)
  })

  test('an older export goes when a newer is ready', async () => {
    const learner = await registerLearner(backend)
    const first = await takeExport(learner)
    const second = await takeExport(learner)
    await careForAccounts(backend.context)
    expect((await backend.agent.get(first)).status).toBe(404)
    await fetchArchive(second)
  })
})

describe('an export that can’t be made', () => {
  test('is told as failed, leaves no file and doesn’t count', async () => {
    const learner = await registerLearner(backend)
    const before = privateFiles().length
    const { storage } = backend.context
    const { putFile } = storage
    storage.putFile = async () => {
      throw new Error('disk on fire')
    }
    try {
      for (let turn = 0; turn < 4; turn++) {
        await startExport(learner)
        await backend.context.background.settled()
      }
    } finally {
      storage.putFile = putFile
    }
    expect(await backend.as(learner.cookie).call('GET /api/user/data-export', {})).toMatchObject({
      state: 3,
      downloadUrl: null,
    })
    expect(privateFiles()).toHaveLength(before)
    expect(readdirSync(join(dataDir, 'uploads', '.incoming'))).toEqual([])
    expect(await takeExport(learner)).not.toBe('')
  })

  test('because its process ended is failed after half an hour', async () => {
    const learner = await registerLearner(backend)
    await beginExport(backend.database.db, learner.userId, new Date(testNow))
    backend.clock.set(testNow + 31 * minute)
    await careForAccounts(backend.context)
    expect(await backend.as(learner.cookie).call('GET /api/user/data-export', {})).toMatchObject({ state: 3 })
    backend.clock.set(testNow)
  })
})
