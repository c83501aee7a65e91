import { beforeEach, describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { EnrolmentSource, LectureType, TicketKind, TicketState } from '#shared/contract/enums.ts'
import { buildStaff, getCode, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { sendCall, testNow } from '../support/backend-harness.ts'
import { backendOfFile, folderOfFile } from '../support/backend-of-file.ts'
import { buildVisitor, freshMark, sendAs } from '../support/support-client.ts'
import { buildTicket } from '../support/ticket-factories.ts'

const day = 24 * 3_600_000
const dataDir = folderOfFile('support-pairs-')
const backend = backendOfFile({ DATA_DIR: dataDir })
/** A Wednesday after the hours. */
const night = Date.parse('2026-03-11T23:00:00+08:00')

let learner: Learner
let office: Learner
let head: Learner

const as = ({ cookie }: Learner) => backend.as(cookie)
const messagesOf = async (who: Learner) => (await as(who).call('POST /api/support/open', {})).messages
const conversationOf = async (userId: number): Promise<number> => {
  const { id } = await backend.db
    .selectFrom('conversations')
    .select('conversations.id')
    .where('conversations.userId', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}
const findTicket = async (no: string) => {
  const { records } = await as(office).call('GET /api/staff/ticket/list', { no })
  return { id: records[0]?.id ?? 0, version: records[0]?.version ?? 0, state: records[0]?.state }
}
const dropRole = ({ userId }: Learner) =>
  backend.db.deleteFrom('userRoles').where('userRoles.userId', '=', userId).execute()
const giveRole = ({ userId }: Learner) =>
  backend.db.insertInto('userRoles').values({ userId, role: 'headMaster' }).execute()

beforeEach(async () => {
  learner = await registerLearner(backend)
  office = await buildStaff(backend, 'education')
  head = await buildStaff(backend, 'headMaster')
})

describe('a question that was asked after the hours', () => {
  const ask = async (): Promise<string> => {
    backend.clock.set(night)
    const { state } = await sendAs(as(learner), '周末上课吗')
    backend.clock.set(night + 15 * 3_600_000)
    return state.ticketNo ?? ''
  }

  test('has the ticket’s answer in the conversation, told once', async () => {
    const no = await ask()
    const { id, version } = await findTicket(no)
    await as(office).call('POST /api/staff/ticket/answer', { id, version, content: '周末也上。' })
    const messages = await messagesOf(learner)
    expect(messages.at(-1)).toMatchObject({ text: '周末也上。', agentRole: '教务老师' })
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect((await as(learner).call('POST /api/support/open', {})).state).toMatchObject({ state: 'answered', unread: 1 })
    backend.clock.set(backend.clock.now() + 120_000)
    await backend.runJob('conversations.clock')
    const { records } = await as(learner).call('GET /api/notify-message/get-message', { pageSize: 20 })
    expect(records.map(({ title }) => title)).toEqual(['您的反馈有了答复'])
  })

  test('has the words of its end there, too', async () => {
    const { id, version } = await findTicket(await ask())
    await as(office).call('POST /api/staff/ticket/close', { id, version, content: '电话里说过了。' })
    expect((await messagesOf(learner)).at(-1)?.text).toBe('电话里说过了。')
  })

  test('of a visitor is answered where they look', async () => {
    backend.clock.set(night)
    const visitor = buildVisitor(backend)
    const { state } = await visitor.send('试听要钱吗')
    const { id, version } = await findTicket(state.ticketNo ?? '')
    await as(office).call('POST /api/staff/ticket/answer', { id, version, content: '不要钱。' })
    expect((await visitor.open()).messages.at(-1)?.text).toBe('不要钱。')
  })

  test('asked again since, still waits', async () => {
    const no = await ask()
    await backend.db
      .updateTable('conversationRounds')
      .set({ closedAt: new Date(backend.clock.now()), closedBy: 1 })
      .where('conversationRounds.ticketNo', '=', no)
      .execute()
    await as(office).call('POST /api/staff/conversation/presence', {})
    await sendAs(as(learner), '另外，作业能晚交吗')
    const { id, version } = await findTicket(no)
    await as(office).call('POST /api/staff/ticket/answer', { id, version, content: '周末也上。' })
    const { state, messages } = await as(learner).call('POST /api/support/open', {})
    expect(messages.at(-1)?.text).toBe('周末也上。')
    expect(state.state).toBe('waiting')
  })

  test('answered in both places at once is answered in order', async () => {
    const { id, version } = await findTicket(await ask())
    const conversation = await conversationOf(learner.userId)
    await as(office).call('POST /api/staff/conversation/presence', {})
    const both = await Promise.allSettled([
      as(office).call('POST /api/staff/ticket/answer', { id, version, content: '一' }),
      as(head).call('POST /api/staff/conversation/answer', { id: conversation, text: '二', clientMsgId: freshMark() }),
    ])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    const messages = await messagesOf(learner)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  })
})

describe('a member of the staff who loses the role', () => {
  test('leaves what they had to the others', async () => {
    const { id, no } = await buildTicket(backend, { userId: learner.userId, ownerId: head.userId })
    await backend.runJob('tickets.clock')
    expect((await findTicket(no)).state).toBe(TicketState.taken)
    await dropRole(head)
    await backend.runJob('tickets.clock')
    const { version, state } = await findTicket(no)
    expect(state).toBe(TicketState.open)
    await as(office).call('POST /api/staff/ticket/answer', { id, version, content: '我来。' })
  })

  test('whose answer wasn’t enough doesn’t get the matter back', async () => {
    const { id, no } = await buildTicket(backend, { userId: learner.userId, ownerId: head.userId })
    await as(head).call('POST /api/staff/ticket/answer', { id, version: 1, content: '好了。' })
    await dropRole(head)
    await backend.runJob('tickets.clock')
    await as(learner).call('POST /api/user/ticket/message', { no, content: '没有好' })
    await backend.runJob('tickets.clock')
    expect((await findTicket(no)).state).toBe(TicketState.open)
  })
})

describe('who taught the course that a complaint is about', () => {
  async function complain(userId: number | null) {
    const courseId = await buildProduct(backend.database, {
      lectureType: LectureType.video,
      priceFen: 9900,
      name: '水彩',
    })
    const { id: teacherId } = await backend.db
      .insertInto('teachers')
      .values({ userId, name: '周老师' })
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
    const problemId = problems[0]?.children[0]?.id ?? 0
    const { no } = await as(learner).call('POST /api/work/order/complaint', {
      problemId,
      courseId,
      content: '三次迟到',
    })
    return { no, teacherId, ...(await findTicket(no)) }
  }
  const isHidden = async (who: Learner, { no, id }: { no: string; id: number }): Promise<boolean> => {
    const { records } = await as(who).call('GET /api/staff/ticket/list', { no })
    const detail = await as(who)
      .call('GET /api/staff/ticket/detail', { id })
      .then(
        () => 'shown',
        ({ code }: { code: number }) => code,
      )
    return records.length === 0 && detail === 404
  }

  test('and works in the office later finds nothing', async () => {
    const teacher = await registerLearner(backend)
    const complaint = await complain(teacher.userId)
    await giveRole(teacher)
    expect(await isHidden(teacher, complaint)).toBe(true)
  })

  test('and gets an account of the office later finds nothing', async () => {
    const complaint = await complain(null)
    const late = await buildStaff(backend, 'headMaster')
    expect(await isHidden(late, complaint)).toBe(false)
    await backend.db
      .updateTable('teachers')
      .set({ userId: late.userId })
      .where('teachers.id', '=', complaint.teacherId)
      .execute()
    expect(await isHidden(late, complaint)).toBe(true)
    await expect(
      as(office).call('POST /api/staff/ticket/take', { id: complaint.id, version: complaint.version }),
    ).resolves.toMatchObject({ state: TicketState.taken })
    await expect(
      as(office).call('POST /api/staff/ticket/hand-over', { id: complaint.id, version: 2, userId: late.userId }),
    ).rejects.toMatchObject({ code: 4004 })
    backend.clock.set(testNow + 30 * day)
    await backend.runJob('tickets.clock')
    const { records } = await as(late).call('GET /api/notify-message/get-message', { pageSize: 50 })
    expect(records.filter(({ content }) => content.includes(complaint.no))).toEqual([])
  })
})

describe('an account that ends', () => {
  test('leaves nothing to answer, and no words', async () => {
    const { id, no } = await buildTicket(backend, {
      userId: learner.userId,
      ownerId: office.userId,
      kind: TicketKind.complaint,
    })
    backend.clock.set(night)
    await sendAs(as(learner), '有人吗')
    const conversation = await conversationOf(learner.userId)
    backend.clock.set(testNow)
    const captchaCode = await getCode(backend, learner.phone, 'deregister')
    await as(learner).call('POST /api/user/deregister', { captchaCode })
    backend.clock.set(testNow + 7 * day)
    await careForAccounts(backend.context)
    const { records } = await as(office).call('GET /api/staff/ticket/list', { isMine: true })
    expect(records.filter((one) => one.no === no)).toEqual([])
    const shown = await as(office).call('GET /api/staff/ticket/detail', { id })
    expect(shown).toMatchObject({ state: TicketState.closed, messages: [{ content: '已清除' }] })
    await expect(
      as(office).call('POST /api/staff/ticket/answer', { id, version: shown.version, content: '还在吗' }),
    ).rejects.toMatchObject({ code: 4004 })
    await expect(as(office).call('GET /api/staff/conversation/show', { id: conversation })).rejects.toMatchObject({
      code: 404,
    })
    backend.clock.set(testNow + 40 * day)
    expect(await backend.runJob('tickets.clock')).toBe(0)
  })
})

describe('a computer that several people use', () => {
  const openAs = (cookie: string, visitor: string) =>
    backend.as([cookie, visitor].filter(Boolean).join('; ')).call('POST /api/support/open', {})

  test('forgets at logout what was said before', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('我孩子的事')
    const answer = await sendCall(backend.agent, 'GET /api/auth/logout', {}, { Cookie: learner.cookie })
    const lines = answer.headers['set-cookie'] as unknown as string[]
    const gone = lines.find((line) => line.startsWith('supportVisitor='))
    expect(gone).toMatch(/^supportVisitor=;/)
    expect(gone).toContain('Max-Age=0')
    expect(gone).toContain('Path=/api/support')
  })

  test('gives it to the first who signs in, nobody else', async () => {
    const visitor = buildVisitor(backend)
    await visitor.send('登录前问的')
    await openAs(learner.cookie, visitor.cookie)
    const next = await registerLearner(backend)
    expect((await openAs(next.cookie, visitor.cookie)).messages).toEqual([])
    expect((await openAs('', visitor.cookie)).messages).toEqual([])
    expect((await messagesOf(learner))[0]?.text).toBe('登录前问的')
  })
})
