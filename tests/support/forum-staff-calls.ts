import { DecisionAct, ForumTarget, PostStatus, ReviewMode, WordAction } from '#shared/contract/enums.ts'
import { foldedWord } from '#server/backend/community/word-matcher.ts'
import { textKeyOf } from '#server/backend/community/process/text-store.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { registerLearner } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'
import { buildPlate, buildPost } from './forum-factories.ts'
import { why } from './forum-process-steps.ts'
import type { StaffRoute } from './staff-calls.ts'

type ForumRoute = Extract<StaffRoute, `${string} /api/staff/forum/${string}`>

let count = 0

/** A waiting post of somebody, in a plate that all teachers and follows moderate. */
async function buildCase(backend: TestBackend, userId: number): Promise<{ id: number; postId: number }> {
  const plateId = await buildPlate(backend)
  const staff = await backend.db
    .selectFrom('userRoles')
    .select('userRoles.userId')
    .distinct()
    .where('userRoles.role', 'in', ['teacher', 'follow'])
    .execute()
  const now = new Date(backend.clock.now())
  if (staff.length > 0)
    await backend.db
      .insertInto('forumPlateModerators')
      .values(staff.map((one) => ({ plateId, userId: one.userId, namedAt: now, namedBy: one.userId })))
      .execute()
  const postId = await buildPost(backend, plateId, { userId, status: PostStatus.pending, publishedAt: null })
  const { id } = await backend.db
    .selectFrom('forumCases')
    .select('forumCases.id')
    .where('forumCases.targetId', '=', postId)
    .where('forumCases.target', '=', ForumTarget.post)
    .executeTakeFirstOrThrow()
  return { id, postId }
}

/** A ban of somebody, decided by a third person. */
async function buildDecision(backend: TestBackend, userId: number, isTold: boolean): Promise<number> {
  const { userId: byId } = await registerLearner(backend)
  const at = new Date(backend.clock.now())
  const tellAt = new Date(at.getTime() + (isTold ? 0 : 300_000))
  const { id } = await backend.db
    .insertInto('forumDecisions')
    .values({
      act: DecisionAct.ban,
      authorId: userId,
      ...why,
      banDays: 3,
      byId,
      at,
      tellAt,
      toldAt: isTold ? at : null,
    })
    .returning('forumDecisions.id')
    .executeTakeFirstOrThrow()
  return id
}

async function buildWord(backend: TestBackend): Promise<{ id: number; version: number }> {
  const { userId: savedBy } = await registerLearner(backend)
  const word = `测试词 ${++count}`
  const values = { word, folded: foldedWord(word), action: WordAction.review, savedBy }
  return backend.db
    .insertInto('forumWords')
    .values({ ...values, savedAt: new Date(backend.clock.now()) })
    .returning(['forumWords.id', 'forumWords.version'])
    .executeTakeFirstOrThrow()
}

async function endBans(backend: TestBackend, userId: number): Promise<void> {
  await backend.db
    .updateTable('forumBans')
    .set({ liftedAt: new Date(backend.clock.now()) })
    .where('forumBans.userId', '=', userId)
    .where('forumBans.liftedAt', 'is', null)
    .execute()
}

const oneCase = async (backend: TestBackend, userId: number): Promise<{ id: number }> => ({
  id: (await buildCase(backend, userId)).id,
})

/** Good inputs for the calls of the forum's reviewers. */
export const forumInputs: { [R in ForumRoute]: (backend: TestBackend, userId: number) => Promise<CallInput<R>> } = {
  'GET /api/staff/forum/queue': async () => ({}),
  'GET /api/staff/forum/case': oneCase,
  'POST /api/staff/forum/claim': oneCase,
  'POST /api/staff/forum/release': async (backend, userId) => {
    const { id } = await buildCase(backend, userId)
    const { office } = await backend.db
      .selectFrom('users')
      .select((eb) => eb.fn.max('users.id').as('office'))
      .where('users.isAdmin', '=', true)
      .executeTakeFirstOrThrow()
    const until = new Date(backend.clock.now() + 600_000)
    await backend.db
      .updateTable('forumCases')
      .set({ claimedBy: office, claimedUntil: until })
      .where('forumCases.id', '=', id)
      .execute()
    return { id }
  },
  'POST /api/staff/forum/decide': async (backend, userId) => {
    const { id, postId } = await buildCase(backend, userId)
    const post = await backend.db
      .selectFrom('forumPosts')
      .select(['forumPosts.title', 'forumPosts.contentHtml as content'])
      .where('forumPosts.id', '=', postId)
      .executeTakeFirstOrThrow()
    return { id, textKey: textKeyOf(ForumTarget.post, post), act: DecisionAct.approve }
  },
  'POST /api/staff/forum/take-back': async (backend, userId) => ({
    decisionId: await buildDecision(backend, userId, false),
  }),
  'POST /api/staff/forum/remove': async (backend, userId) => ({
    target: ForumTarget.post,
    id: await buildPost(backend, await buildPlate(backend), { userId }),
    ...why,
  }),
  'POST /api/staff/forum/ban': async (backend, userId) => {
    await endBans(backend, userId)
    return { userId, banDays: 3, ...why }
  },
  'POST /api/staff/forum/ban/lift': async (backend, userId) => {
    await endBans(backend, userId)
    const values = { userId, reason: why.reason, begunAt: new Date(backend.clock.now()) }
    const { id } = await backend.db
      .insertInto('forumBans')
      .values(values)
      .returning('forumBans.id')
      .executeTakeFirstOrThrow()
    return { id, reason: '认错了人' }
  },
  'GET /api/staff/forum/ban/list': async (_backend, userId) => ({ userId }),
  'GET /api/staff/forum/decision/list': async (_backend, userId) => ({ authorId: userId }),
  'GET /api/staff/forum/report/list': async () => ({}),
  'GET /api/staff/forum/appeal/list': async () => ({}),
  'POST /api/staff/forum/appeal/decide': async (backend, userId) => {
    const decisionId = await buildDecision(backend, userId, true)
    const at = new Date(backend.clock.now())
    const { id } = await backend.db
      .insertInto('forumAppeals')
      .values({ decisionId, userId, words: '请再看看', pictures: '[]', at, dueAt: at })
      .returning('forumAppeals.id')
      .executeTakeFirstOrThrow()
    return { id, isWon: true, answer: '可以' }
  },
  'GET /api/staff/forum/plate/list': async () => ({}),
  'POST /api/staff/forum/plate/set': async (backend) => ({
    id: await buildPlate(backend),
    reviewMode: ReviewMode.all,
  }),
  'GET /api/staff/forum/word/list': async () => ({}),
  'POST /api/staff/forum/word/save': async () => ({ word: `新词 ${++count}`, action: WordAction.review }),
  'POST /api/staff/forum/word/delete': buildWord,
  'GET /api/staff/forum/clause/list': async () => ({}),
  'GET /api/staff/forum/figures': async () => ({ from: '2026-03-01', to: '2026-03-11' }),
}
