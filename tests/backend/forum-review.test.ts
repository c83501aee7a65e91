import { describe, expect, test } from 'vitest'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildComment, buildPlate, buildPost } from '../support/forum-factories.ts'
import { buildReviewer, messagesOf, report, tell, why } from '../support/forum-process-steps.ts'

const backend = backendOfFile()
const minute = 60_000

async function waitingPost(values: { userId?: number; plateId?: number; title?: string; ageMs?: number } = {}) {
  const { plateId = await buildPlate(backend), ageMs = 0, ...rest } = values
  const author = values.userId === undefined ? await addSignedIn(backend) : { userId: values.userId, cookie: '' }
  const createdAt = new Date(testNow - ageMs)
  const id = await buildPost(backend, plateId, {
    ...rest,
    userId: author.userId,
    status: PostStatus.pending,
    publishedAt: null,
    createdAt,
  })
  return { id, plateId, author }
}

const postOf = (id: number) => backend.api.call('GET /api/post/detail', { id })

describe('the queue', () => {
  test('has what waits, due tomorrow, late ones on top', async () => {
    const plateId = await buildPlate(backend)
    const fresh = await waitingPost({ plateId, title: '刚刚写的' })
    const late = await waitingPost({ plateId, title: '等了很久', ageMs: dayMs + minute })
    const reviewer = await buildReviewer(backend)
    const { records } = await reviewer.api.call('GET /api/staff/forum/queue', { plateId })
    expect(records.map(({ targetId, isOverdue }) => [targetId, isOverdue])).toEqual([
      [late.id, true],
      [fresh.id, false],
    ])
    expect(records[1]).toMatchObject({ title: '刚刚写的', dueTime: testNow + dayMs, claim: null })
    const first = await reviewer.api.call('GET /api/staff/forum/queue', { plateId, pageSize: 1 })
    const second = await reviewer.api.call('GET /api/staff/forum/queue', {
      plateId,
      pageSize: 1,
      after: first.next ?? '',
    })
    expect([first.records[0]?.targetId, second.records[0]?.targetId, second.next]).toEqual([late.id, fresh.id, null])
  })

  test('shows nobody their own, and moderators their plates', async () => {
    const reviewer = await buildReviewer(backend)
    const { plateId } = await waitingPost({ userId: reviewer.userId })
    expect((await reviewer.api.call('GET /api/staff/forum/queue', { plateId })).records).toEqual([])
    const moderator = await buildReviewer(backend, 'teacher')
    const other = await waitingPost()
    const seen = async () =>
      (await moderator.api.call('GET /api/staff/forum/queue', {})).records.map((row) => row.targetId)
    expect(await seen()).toEqual([])
    await reviewer.api.call('POST /api/staff/forum/plate/set', { id: other.plateId, moderatorIds: [moderator.userId] })
    expect(await seen()).toEqual([other.id])
    await expect(
      moderator.decide(ForumTarget.post, other.id, DecisionAct.refuse, { banDays: 3 }),
    ).rejects.toMatchObject({ status: 403, message: '您的角色没有这项权限：禁言' })
    const foreign = await waitingPost()
    await expect(moderator.decide(ForumTarget.post, foreign.id, DecisionAct.approve)).rejects.toMatchObject({
      message: '您不是这个版块的管理人',
    })
  })

  test('forgets what its author deleted or changed of state', async () => {
    const { id, plateId } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    await backend.db
      .updateTable('forumPosts')
      .set({ deletedAt: new Date(testNow) })
      .where('id', '=', id)
      .execute()
    expect((await reviewer.api.call('GET /api/staff/forum/queue', { plateId })).records).toEqual([])
  })

  test('late ones are told to who looks after all plates', async () => {
    const reviewer = await buildReviewer(backend, 'headMaster')
    await waitingPost({ ageMs: dayMs - minute })
    await backend.runJob('forum.clock')
    const before = await messagesOf(backend, reviewer.cookie)
    backend.clock.set(testNow + 2 * minute)
    await backend.runJob('forum.clock')
    await backend.runJob('forum.clock')
    const after = await messagesOf(backend, reviewer.cookie)
    expect(after.length - before.length).toBe(1)
    expect(after[0]).toMatchObject({ title: '社区有事过期了' })
  })
})

describe('a claim', () => {
  test('keeps others off for ten minutes', async () => {
    const { id } = await waitingPost()
    const [one, other] = [await buildReviewer(backend), await buildReviewer(backend)]
    const caseId = await one.caseOf(ForumTarget.post, id)
    expect(await one.api.call('POST /api/staff/forum/claim', { id: caseId })).toEqual({
      untilTime: testNow + 10 * minute,
    })
    const claim = () => other.api.call('POST /api/staff/forum/claim', { id: caseId })
    await expect(claim()).rejects.toMatchObject({ code: 4004, message: '另一位同事正在看这件，请看下一件' })
    await expect(other.decide(ForumTarget.post, id, DecisionAct.approve)).rejects.toMatchObject({ code: 4004 })
    backend.clock.set(testNow + 10 * minute)
    await claim()
    await other.api.call('POST /api/staff/forum/release', { id: caseId })
    await one.decide(ForumTarget.post, id, DecisionAct.approve)
    await expect(claim()).rejects.toMatchObject({ message: '这件已经处理过了' })
  })

  test('of thirty reviewers one decides', async () => {
    const { id } = await waitingPost()
    const reviewers = await Promise.all(Array.from({ length: 30 }, () => buildReviewer(backend)))
    const caseId = await reviewers[0]!.caseOf(ForumTarget.post, id)
    const { textKey } = await reviewers[0]!.api.call('GET /api/staff/forum/case', { id: caseId })
    const results = await Promise.allSettled(
      reviewers.map(({ api }, at) =>
        api.call('POST /api/staff/forum/decide', {
          id: caseId,
          textKey,
          act: at % 2 ? DecisionAct.approve : DecisionAct.refuse,
          ...why,
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const made = await backend.db
      .selectFrom('forumDecisions')
      .select('id')
      .where('targetId', '=', id)
      .where('target', '=', 1)
      .execute()
    expect(made).toHaveLength(1)
  })
})

describe('a decision', () => {
  test('is told after five minutes, and publishes then', async () => {
    const { id, author, plateId } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
    backend.clock.set(testNow + 5 * minute - 1)
    await backend.runJob('forum.clock')
    await expect(postOf(id)).rejects.toMatchObject({ code: 404 })
    expect(await messagesOf(backend, author.cookie)).toEqual([])
    backend.clock.set(testNow + 5 * minute)
    backend.purges.orders.length = 0
    await backend.runJob('forum.clock')
    expect(await postOf(id)).toMatchObject({ id })
    expect(backend.purges.orders.map(({ tag }) => tag)).toContain(`plate:${plateId}`)
    expect(await messagesOf(backend, author.cookie)).toMatchObject([
      { title: '你的帖子通过了审核', buttonUrl: `/bbs/detail/${id}` },
    ])
    await backend.runJob('forum.clock')
    expect(await messagesOf(backend, author.cookie)).toHaveLength(1)
  })

  test('refuses with clause and reason, and gives the text back', async () => {
    const { id, author } = await waitingPost({ title: '出售画材' })
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.refuse, { note: '去掉电话就好' })
    await tell(backend)
    const [message] = await messagesOf(backend, author.cookie)
    expect(message).toMatchObject({ title: '你的帖子没有通过审核', buttonUrl: `/bbs/record?id=${decisionId}` })
    for (const part of ['《出售画材》', '二之六', why.reason, '去掉电话就好', '3 月 26 日前可以申诉'])
      expect(message?.content).toContain(part)
    const api = backend.as(author.cookie)
    expect(await api.call('GET /api/post/decision/my-list', {})).toMatchObject({
      records: [
        { id: decisionId, act: DecisionAct.refuse, clause: '二之六　广告、刷帖、诱导添加联系方式', reason: why.reason },
      ],
    })
    const drafts = await backend.db.selectFrom('forumDrafts').selectAll().where('userId', '=', author.userId).execute()
    expect(drafts).toMatchObject([{ place: `post/${id}`, title: '出售画材', content: '<p>正文。</p>' }])
    const text = JSON.stringify(await api.call('GET /api/post/decision/my-list', {}))
    expect(text).not.toContain('测试')
    await expect(postOf(id)).rejects.toMatchObject({ code: 404 })
  })

  test('comes with a clause and a reason, always', async () => {
    const { id } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    const decide = (more: object) => reviewer.decide(ForumTarget.post, id, DecisionAct.refuse, more)
    await expect(decide({ clause: 'no-such' })).rejects.toMatchObject({ message: '请选一条社区公约' })
    await expect(decide({ reason: ' ' })).rejects.toMatchObject({ message: '请写明理由' })
    await expect(reviewer.decide(ForumTarget.post, id, DecisionAct.remove)).rejects.toMatchObject({ code: 4004 })
    const clauses = await reviewer.api.call('GET /api/staff/forum/clause/list', {})
    expect(clauses.every(({ reasons }) => reasons.length > 0)).toBe(true)
  })

  test('is about the words that were seen', async () => {
    const { id, author } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    const caseId = await reviewer.caseOf(ForumTarget.post, id)
    const { textKey } = await reviewer.api.call('GET /api/staff/forum/case', { id: caseId })
    const change = (contentHtml: string) =>
      backend.db.updateTable('forumPosts').set({ contentHtml }).where('id', '=', id).execute()
    await change('<p>第二稿</p>')
    await expect(
      reviewer.api.call('POST /api/staff/forum/decide', { id: caseId, textKey, act: DecisionAct.approve }),
    ).rejects.toMatchObject({ message: '作者刚刚改过，请看了新的再决定' })
    await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
    await change('<p>第三稿</p>')
    await tell(backend)
    await expect(postOf(id)).rejects.toMatchObject({ code: 404 })
    expect(await messagesOf(backend, author.cookie)).toEqual([])
    expect(await reviewer.caseOf(ForumTarget.post, id)).toBe(caseId)
  })

  test('is taken back until it is told', async () => {
    const { id, author } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.refuse, { banDays: 3 })
    const ban = () => backend.as(author.cookie).call('GET /api/post/decision/my-ban', {})
    expect(await ban()).toMatchObject({ untilTime: testNow + 3 * dayMs })
    backend.clock.set(testNow + 5 * minute - 1)
    await reviewer.api.call('POST /api/staff/forum/take-back', { decisionId })
    expect(await ban()).toBeNull()
    await tell(backend)
    expect(await messagesOf(backend, author.cookie)).toEqual([])
    const again = await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
    await tell(backend)
    await expect(
      reviewer.api.call('POST /api/staff/forum/take-back', { decisionId: again.decisionId }),
    ).rejects.toMatchObject({ code: 4004, message: '这个决定已经告知，不能再撤回' })
  })

  test('nobody makes about themselves or what they reported', async () => {
    const reviewer = await buildReviewer(backend)
    const { id } = await waitingPost({ userId: reviewer.userId })
    await expect(reviewer.decide(ForumTarget.post, id, DecisionAct.approve)).rejects.toMatchObject({
      message: '不能查看自己的内容，请让其他同事处理',
    })
    const shown = await buildPost(backend, await buildPlate(backend))
    await report(backend, reviewer.cookie, ForumTarget.post, shown)
    await expect(reviewer.decide(ForumTarget.post, shown, DecisionAct.keep)).rejects.toMatchObject({
      message: '不能查看自己举报的内容，请让其他同事处理',
    })
  })

  test('of a comment gives it its floor', async () => {
    const postId = await buildPost(backend, await buildPlate(backend))
    const comment = await buildComment(backend, postId, 1, { status: PostStatus.pending, floor: null })
    const reviewer = await buildReviewer(backend)
    await reviewer.decide(ForumTarget.comment, comment.id, DecisionAct.approve)
    await tell(backend)
    const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId })
    expect(records).toMatchObject([{ id: comment.id, floor: 1 }])
    expect(await postOf(postId)).toMatchObject({ commentCount: 1 })
  })
})
