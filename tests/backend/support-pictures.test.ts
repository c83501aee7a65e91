import { beforeAll, describe, expect, test } from 'vitest'
import { EnrolmentSource, LectureType } from '#shared/contract/enums.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, folderOfFile } from '../support/backend-of-file.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { buildVisitor, freshMark } from '../support/support-client.ts'
import { makePicture } from '../support/upload-samples.ts'

const backend = backendOfFile({ DATA_DIR: folderOfFile('support-pictures-') })
const afternoon = Date.parse('2026-03-11T14:00:00+08:00')
let learner: Learner
let office: Learner
let stranger: Learner

const as = ({ cookie }: Learner) => backend.as(cookie)
let shade = 0
async function upload({ cookie }: Learner): Promise<string> {
  shade += 1
  const bytes = await makePicture(40 + shade, 30)
    .png()
    .toBuffer()
  return uploadFile(backend, cookie, { name: `截图${shade}.png`, bytes, key: 'study' })
}
const sees = async (url: string, who?: Learner): Promise<boolean> => {
  const request = backend.agent.get(url)
  const { status, headers } = await (who ? request.set('Cookie', who.cookie) : request)
  return status === 200 && String(headers['content-type']).startsWith('image/')
}

beforeAll(async () => {
  learner = await registerLearner(backend)
  office = await buildStaff(backend, 'education')
  stranger = await registerLearner(backend)
})

describe('a picture of a complaint', () => {
  let url: string
  let answered: string
  let teacher: Learner
  beforeAll(async () => {
    teacher = await buildStaff(backend, 'headMaster')
    const courseId = await buildProduct(backend.database, {
      lectureType: LectureType.video,
      priceFen: 9900,
      name: '水彩',
    })
    const { id: teacherId } = await backend.db
      .insertInto('teachers')
      .values({ userId: teacher.userId, name: '周老师' })
      .returning('teachers.id')
      .executeTakeFirstOrThrow()
    await backend.db.insertInto('productTeachers').values({ productId: courseId, teacherId }).execute()
    const at = new Date(testNow)
    await backend.db
      .insertInto('enrolments')
      .values({
        userId: learner.userId,
        productId: courseId,
        source: EnrolmentSource.staff,
        beginAt: at,
        createdAt: at,
      })
      .execute()
    const problems = await as(learner).call('GET /api/work/order/complaint/list-complaint-problem', {})
    url = await upload(learner)
    const { no } = await as(learner).call('POST /api/work/order/complaint', {
      courseId,
      problemId: problems[0]?.children[0]?.id ?? 0,
      content: '三次迟到',
      images: [url],
    })
    const { records } = await as(office).call('GET /api/staff/ticket/list', { no })
    answered = await upload(office)
    await as(office).call('POST /api/staff/ticket/answer', {
      id: records[0]?.id ?? 0,
      version: 1,
      content: '看这张',
      images: [answered],
    })
  })

  test('is seen by who asks and who answers', async () => {
    for (const who of [learner, office]) for (const one of [url, answered]) expect(await sees(one, who)).toBe(true)
  })

  test('isn’t seen by whom it is about', async () => {
    expect(await sees(url, teacher)).toBe(false)
    expect(await sees(answered, teacher)).toBe(false)
  })

  test('isn’t seen by strangers', async () => {
    for (const one of [url, answered]) {
      expect(await sees(one)).toBe(false)
      expect(await sees(one, stranger)).toBe(false)
    }
  })

  test.each<StaffRole>(['teacher', 'follow', 'instructor'])('isn’t seen by other staff: %s', async (role) => {
    expect(await sees(url, await buildStaff(backend, role))).toBe(false)
  })
})

describe('a picture of a conversation', () => {
  let url: string
  let answered: string
  let id: number
  const answer = (pictures: string[], conversation = id, text = '') =>
    as(office).call('POST /api/staff/conversation/answer', {
      id: conversation,
      text,
      pictures,
      clientMsgId: freshMark(),
    })
  beforeAll(async () => {
    backend.clock.set(afternoon)
    url = await upload(learner)
    await as(office).call('POST /api/staff/conversation/presence', {})
    await as(learner).call('POST /api/support/send', { text: '看图', pictures: [url], clientMsgId: freshMark() })
    const row = await backend.db
      .selectFrom('conversations')
      .select('conversations.id')
      .where('conversations.userId', '=', learner.userId)
      .executeTakeFirstOrThrow()
    id = row.id
    answered = await upload(office)
    await answer([answered])
  })

  test('is seen by both who speak, without words, too', async () => {
    for (const who of [learner, office]) for (const one of [url, answered]) expect(await sees(one, who)).toBe(true)
    const { messages } = await as(learner).call('POST /api/support/open', {})
    expect(messages.at(-1)).toMatchObject({ text: '', pictures: [{ url: answered }] })
  })

  test('isn’t seen by anybody else', async () => {
    const teacher = await buildStaff(backend, 'teacher')
    for (const one of [url, answered]) {
      expect(await sees(one)).toBe(false)
      expect(await sees(one, stranger)).toBe(false)
      expect(await sees(one, teacher)).toBe(false)
    }
  })

  test('isn’t sent to a visitor, who couldn’t see it', async () => {
    backend.clock.set(afternoon)
    await as(office).call('POST /api/staff/conversation/presence', {})
    await buildVisitor(backend).send('怎么报名')
    const { records } = await as(office).call('GET /api/staff/conversation/queue', { which: 'waiting' })
    const visitor = records.find(({ userId }) => userId === null)?.id ?? 0
    await expect(answer([await upload(office)], visitor, '看这里')).rejects.toMatchObject({
      code: 4004,
      message: '访客没有登录，看不到图片，请用文字说',
    })
  })

  test('of somebody else isn’t sent by an agent', async () => {
    await expect(answer([await upload(stranger)])).rejects.toMatchObject({ code: 4004 })
    await expect(answer([])).rejects.toMatchObject({ code: 4004, message: '先写点什么再发送' })
  })
})
