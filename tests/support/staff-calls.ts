import { applyRefund } from '#server/backend/order/refund/refund-core.ts'
import type { CallInput, CallRoute } from '#shared/contract/calls.ts'
import { buildStaff, registerLearner } from './backend-accounts.ts'
import { buildProduct } from './backend-factories.ts'
import type { TestBackend } from './backend-harness.ts'
import { buildExam } from './exam-steps.ts'
import { buildPlate, buildPost } from './forum-factories.ts'
import { forumInputs } from './forum-staff-calls.ts'
import { buildLiveLesson } from './live-rooms.ts'
import { buildTicket } from './ticket-factories.ts'
import { buildOrder, buildPaidOrder, buildPayment, notifyPaid } from './order-factories.ts'

export type StaffRoute = Extract<CallRoute, `${string} /api/staff/${string}`>

let count = 0

async function buildRequest(backend: TestBackend, userId: number): Promise<number> {
  const { id: orderId } = await buildPaidOrder(backend, { userId, lines: [{ priceFen: 1000 }] })
  const request = {
    orderId,
    reason: '没有时间',
    asker: 'learner',
    staffId: null,
    now: new Date(backend.clock.now()),
  } as const
  return (await backend.context.tx((trx) => applyRefund(trx, request))).id
}

async function buildFailedRefund(backend: TestBackend, userId: number): Promise<number> {
  const order = await buildOrder(backend, { userId, lines: [{ priceFen: 1000 }] })
  const payment = await buildPayment(backend, order)
  const at = new Date(backend.clock.now())
  const values = {
    orderId: order.id,
    paymentId: payment.id,
    outRefundNo: `R${++count}`,
    amountFen: 1000,
    status: 4,
    tryAt: at,
    createdAt: at,
  }
  return (await backend.db.insertInto('refunds').values(values).returning('refunds.id').executeTakeFirstOrThrow()).id
}

/** Money of another amount than was asked for, which waits for a decision. */
async function buildReview(
  backend: TestBackend,
  userId: number,
): Promise<{ id: number; version: number; note: string }> {
  const order = await buildOrder(backend, { userId, lines: [{ priceFen: 1000 }] })
  await notifyPaid(backend, await buildPayment(backend, order), { amountFen: 900 })
  const review = await backend.db
    .selectFrom('paymentReviews')
    .select(['paymentReviews.id', 'paymentReviews.version'])
    .where('paymentReviews.orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  return { ...review, note: '查过渠道账单' }
}

/**
 * For each call of the staff an input that is good, about a thing of `userId` where things of that kind belong to somebody. Each time
 * another thing. The compiler asks for a new call's.
 */
export const staffInputs: { [R in StaffRoute]: (backend: TestBackend, userId: number) => Promise<CallInput<R>> } = {
  ...forumInputs,
  'GET /api/staff/order/list': async (_backend, userId) => ({ userId }),
  'POST /api/staff/order/create': async (backend, userId) => ({
    userId,
    productId: await buildProduct(backend.database, { priceFen: 1000 }),
    paid: '10',
    note: '代下单',
  }),
  'POST /api/staff/order/inject': async (backend, userId) => ({
    userId,
    productId: await buildProduct(backend.database, { priceFen: 1000 }),
    note: '赠送',
  }),
  'POST /api/staff/order/close': async (backend, userId) => ({
    orderNo: (await buildOrder(backend, { userId, lines: [{ priceFen: 1000 }] })).sn,
    note: '关闭',
  }),
  'GET /api/staff/order/refund/list': async () => ({}),
  'POST /api/staff/order/refund/open': async (backend, userId) => ({
    orderNo: (await buildPaidOrder(backend, { userId, lines: [{ priceFen: 1000 }] })).sn,
    reason: '报错了班',
  }),
  'POST /api/staff/order/refund/decide': async (backend, userId) => ({
    id: await buildRequest(backend, userId),
    approve: true,
  }),
  'POST /api/staff/order/refund/repeat': async (backend, userId) => ({ id: await buildFailedRefund(backend, userId) }),
  'POST /api/staff/coupon/create': async ({ clock }) => ({
    batchNo: `batch-${++count}`,
    name: '券',
    kind: 2,
    amount: '1',
    total: 10,
    claimBeginTime: clock.now(),
    claimEndTime: clock.now() + 1000,
    validDays: 7,
  }),
  'GET /api/staff/money/alerts': async () => ({}),
  'POST /api/staff/money/alert-seen': async (backend) => {
    const values = { kind: 'test', ref: `alert-${++count}`, detail: '{}', createdAt: new Date(backend.clock.now()) }
    return backend.db.insertInto('moneyAlerts').values(values).returning('moneyAlerts.id').executeTakeFirstOrThrow()
  },
  'GET /api/staff/money/reconciliations': async () => ({}),
  'GET /api/staff/payment/review': async () => ({}),
  'POST /api/staff/payment/count': buildReview,
  'POST /api/staff/payment/give-back': buildReview,
  'POST /api/staff/payment/withdraw': async (backend, userId) => {
    const review = await buildReview(backend, userId)
    const { userId: proposedBy } = await registerLearner(backend)
    const values = { proposal: 2, proposedBy, proposedAt: new Date(backend.clock.now()) }
    await backend.db.updateTable('paymentReviews').set(values).where('paymentReviews.id', '=', review.id).execute()
    return review
  },
  'GET /api/staff/post/link': async (backend, userId) => ({
    id: await buildPost(backend, await buildPlate(backend), { userId }),
  }),
  'POST /api/staff/post/set': async (backend, userId) => ({
    id: await buildPost(backend, await buildPlate(backend), { userId }),
    isTop: true,
  }),
  'POST /api/staff/information/save': async (backend) => {
    const [category] = await backend.api.call('GET /api/information/list-information-category', {})
    return { title: `文章 ${++count}`, content: '<p>正文。</p>', categoryId: category?.id ?? 0, status: 0 }
  },
  'POST /api/staff/information/preview-link': async (backend) =>
    backend.db
      .selectFrom('articles')
      .select('articles.id')
      .where('articles.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow(),
  'POST /api/staff/work/save': async (backend) => {
    const { id } = await backend.db
      .selectFrom('studentWorks')
      .select('studentWorks.id')
      .where('studentWorks.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    return { id, intro: `第 ${++count} 版` }
  },
  'GET /api/staff/room': async (backend) => whichRoom(backend),
  'POST /api/staff/room/settings': async (backend) => ({ ...(await whichRoom(backend)), notice: '带上铅笔' }),
  'GET /api/staff/schedule/staff': async (backend) => ({ scheduleId: (await whichRoom(backend)).scheduleId }),
  'POST /api/staff/schedule/staff': async (backend, userId) => {
    const { scheduleId } = await whichRoom(backend)
    const namedAt = new Date(backend.clock.now())
    await backend.db.insertInto('scheduleStaff').values({ scheduleId, userId, role: 'assistant', namedAt }).execute()
    return { scheduleId, userId, role: null }
  },
  'GET /api/staff/search/synonym/list': async () => ({}),
  'POST /api/staff/search/synonym/save': async () => ({ words: [`咕叽${++count}`], related: ['插画'] }),
  'POST /api/staff/search/synonym/delete': async ({ db }) =>
    db
      .insertInto('searchSynonyms')
      .values({ collegeId: null, words: [`咕噜${++count}`], sounds: [], related: ['插画'] })
      .returning(['searchSynonyms.id', 'searchSynonyms.version'])
      .executeTakeFirstOrThrow(),
  'GET /api/staff/search/hot-term/list': async () => ({}),
  'POST /api/staff/search/hot-term/save': async () => ({ name: `热词 ${++count}` }),
  'POST /api/staff/search/hot-term/delete': async ({ db }) =>
    db
      .insertInto('hotSearches')
      .values({ courseName: `旧热词 ${++count}`, url: null })
      .returning(['hotSearches.id', 'hotSearches.version'])
      .executeTakeFirstOrThrow(),
  'GET /api/staff/search/miss/list': async () => ({}),
  'GET /api/staff/exam/papers': async () => ({}),
  'GET /api/staff/exam/paper': whichPaper,
  'POST /api/staff/exam/save': async () => ({ title: '期中考试' }),
  'POST /api/staff/exam/questions': async (backend) => ({
    ...(await whichPaper(backend)),
    questions: [{ kind: 3, stem: '影子永远比物体灰。', key: { isTrue: false }, score: 5 }],
  }),
  'POST /api/staff/exam/publish': async (backend) => ({ ...(await whichPaper(backend)), isPublished: false }),
  'GET /api/staff/exam/statistics': whichPaper,
  'POST /api/staff/message/send': async (_backend, userId) => ({
    audience: 'user',
    audienceId: userId,
    title: '停课通知',
    content: '<p>今晚停课。</p>',
    clientToken: `message-${++count}`,
  }),
  'POST /api/staff/message/send-to-all': async () => ({
    title: '放假通知',
    content: '<p>明天放假。</p>',
    clientToken: `message-${++count}`,
  }),
  'POST /api/staff/message/withdraw': buildMessage,
  'GET /api/staff/message/list': async () => ({}),
  'GET /api/staff/message/readers': buildMessage,
  'GET /api/staff/ticket/list': async () => ({}),
  'GET /api/staff/ticket/detail': async (backend, userId) => ({ id: (await buildTicket(backend, { userId })).id }),
  'POST /api/staff/ticket/take': async (backend, userId) => which(await buildTicket(backend, { userId })),
  'POST /api/staff/ticket/answer': async (backend, userId) => ({
    ...which(await buildTicket(backend, { userId })),
    content: '已经修好了。',
  }),
  'POST /api/staff/ticket/hand-over': async (backend, userId) => {
    const ticket = await buildTicket(backend, { userId, ownerId: (await buildStaff(backend, 'education')).userId })
    return { ...which(ticket), userId: (await buildStaff(backend, 'headMaster')).userId }
  },
  'POST /api/staff/ticket/close': async (backend, userId) => ({
    ...which(await buildTicket(backend, { userId })),
    content: '重复了，请看另一条。',
  }),
  'GET /api/staff/ticket/figures': async () => ({}),
  'GET /api/staff/ticket/canned/list': async () => ({}),
  'POST /api/staff/ticket/canned/save': async () => ({ title: `答复 ${++count}`, content: '请稍等。' }),
  'POST /api/staff/ticket/canned/delete': async ({ db, clock }) =>
    db
      .insertInto('cannedAnswers')
      .values({ title: `旧答复 ${++count}`, content: '请稍等。', updatedAt: new Date(clock.now()) })
      .returning(['cannedAnswers.id', 'cannedAnswers.version'])
      .executeTakeFirstOrThrow(),
  'GET /api/staff/service/hours': async () => ({}),
  'POST /api/staff/service/hours/save': async ({ db }) => {
    const edit = await db.selectFrom('serviceHoursEdits').select('serviceHoursEdits.version').executeTakeFirst()
    return { version: edit?.version ?? 0, week: [{ weekday: 1, from: 540, to: 1080 }], days: [] }
  },
  'GET /api/staff/conversation/queue': async () => ({}),
  'GET /api/staff/conversation/show': buildConversation,
  'POST /api/staff/conversation/take': buildConversation,
  'POST /api/staff/conversation/answer': async (backend, userId) => ({
    ...(await buildConversation(backend, userId)),
    text: '看到了，马上查',
    clientMsgId: `answer-${++count}-0000`,
  }),
  'POST /api/staff/conversation/hand-over': async (backend, userId) => ({
    ...(await buildConversation(backend, userId)),
    toUserId: (await buildStaff(backend, 'education')).userId,
  }),
  'POST /api/staff/conversation/close': async (backend, userId) => {
    const conversation = await buildConversation(backend, userId)
    const firstAnswerAt = new Date(backend.clock.now())
    await backend.db
      .updateTable('conversationRounds')
      .set({ firstAnswerAt, answerSec: 1 })
      .where('conversationRounds.conversationId', '=', conversation.id)
      .execute()
    return conversation
  },
  'POST /api/staff/conversation/presence': async () => ({}),
  'GET /api/staff/conversation/figures': async () => ({ from: '2026-03-01', to: '2026-03-31' }),
}

async function buildConversation(backend: TestBackend, userId: number): Promise<{ id: number }> {
  const at = new Date(backend.clock.now())
  const { id } = await backend.db
    .insertInto('conversations')
    .values({ userId, createdAt: at, lastAt: at, lastSeq: 1, roundNo: 1, waitingSince: at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ agentId: null, waitingSince: at }))
    .returning('conversations.id')
    .executeTakeFirstOrThrow()
  await backend.db
    .insertInto('conversationRounds')
    .values({ conversationId: id, roundNo: 1, firstSeq: 1, openedAt: at, isOnDuty: true })
    .onConflict((conflict) =>
      conflict
        .columns(['conversationId', 'roundNo'])
        .doUpdateSet({ closedAt: null, closedBy: null, rating: null, ratedAt: null }),
    )
    .execute()
  return { id }
}

const which = ({ id, version }: { id: number; version: number }): { id: number; version: number } => ({ id, version })

async function buildMessage(backend: TestBackend, userId: number): Promise<{ id: number }> {
  const { userId: createdBy } = await registerLearner(backend)
  const at = new Date(backend.clock.now())
  return backend.db
    .insertInto('notifyMessages')
    .values({
      title: '停课通知',
      contentHtml: '<p>今晚停课。</p>',
      audience: 'user',
      audienceId: userId,
      createdBy,
      createdAt: at,
    })
    .returning('notifyMessages.id')
    .executeTakeFirstOrThrow()
}

async function whichPaper(backend: TestBackend): Promise<{ id: number; version: number }> {
  return { id: (await buildExam(backend)).id, version: 1 }
}

async function whichRoom(backend: TestBackend): Promise<{ periodId: number; scheduleId: number }> {
  const { periodId, scheduleId } = await buildLiveLesson(backend)
  return { periodId, scheduleId: scheduleId ?? 0 }
}

/** A learner for staff to act on. */
export async function someLearner(backend: TestBackend): Promise<number> {
  return (await registerLearner(backend)).userId
}
