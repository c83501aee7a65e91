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
const appeal = { words: '这是我自己的画，没有广告' }

/** A post that was taken down, and told so. */
async function removedPost() {
  const author = await addSignedIn(backend)
  const plateId = await buildPlate(backend)
  const id = await buildPost(backend, plateId, { userId: author.userId, title: '画室的窗' })
  const reviewer = await buildReviewer(backend)
  const { decisionId } = await reviewer.api.call('POST /api/staff/forum/remove', {
    target: ForumTarget.post,
    id,
    ...why,
  })
  await tell(backend)
  return { author, plateId, id, reviewer, decisionId, api: backend.as(author.cookie) }
}

const openPost = (id: number) => backend.api.call('GET /api/post/detail', { id })
const postCount = async (plateId: number) =>
  (await backend.db.selectFrom('forumPlates').select('postCount').where('id', '=', plateId).executeTakeFirstOrThrow())
    .postCount

async function appealOf(decisionId: number): Promise<number> {
  const { id } = await backend.db
    .selectFrom('forumAppeals')
    .select('id')
    .where('decisionId', '=', decisionId)
    .executeTakeFirstOrThrow()
  return id
}

/** Signed in again: a session lasts a day on the clock of the tests. */
async function signInAgain(userId: number): Promise<void> {
  await backend.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(backend.clock.now() + dayMs), lastSeenAt: new Date(backend.clock.now()) })
    .where('userId', '=', userId)
    .execute()
}

describe('a report', () => {
  test('is answered within a day, and its reporters are told', async () => {
    const author = await addSignedIn(backend)
    const [one, other] = [await addSignedIn(backend), await addSignedIn(backend)]
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId, { userId: author.userId })
    expect(await report(backend, one.cookie, ForumTarget.post, id)).toMatchObject({ dueTime: testNow + dayMs })
    await report(backend, other.cookie, ForumTarget.post, id)
    const reviewer = await buildReviewer(backend)
    const { records } = await reviewer.api.call('GET /api/staff/forum/queue', { plateId })
    expect(records).toMatchObject([{ targetId: id, reports: 2, dueTime: testNow + dayMs }])
    const seen = await reviewer.api.call('GET /api/staff/forum/case', { id: records[0]!.id })
    expect(seen.reported.map(({ reporter, words }) => [reporter.id, words])).toEqual([
      [one.userId, '一直在发广告'],
      [other.userId, '一直在发广告'],
    ])
    await reviewer.decide(ForumTarget.post, id, DecisionAct.remove)
    await expect(openPost(id)).rejects.toMatchObject({ code: 404 })
    expect(await messagesOf(backend, one.cookie)).toEqual([])
    await tell(backend)
    for (const { cookie } of [one, other])
      expect(await messagesOf(backend, cookie)).toMatchObject([
        { title: '你的举报有结果了', buttonUrl: '/bbs/record?tab=report' },
      ])
    expect(await backend.as(one.cookie).call('GET /api/post/report/my-list', {})).toMatchObject({
      records: [{ result: '已经移除。谢谢你告诉我们。', title: '' }],
    })
    const [told] = await messagesOf(backend, author.cookie)
    expect(told?.title).toBe('你的帖子被移除了')
    expect(JSON.stringify(told)).not.toContain('一直在发广告')
  })

  test('comes once from a person, about what is public', async () => {
    const author = await addSignedIn(backend)
    const id = await buildPost(backend, await buildPlate(backend), { userId: author.userId })
    const { cookie } = await addSignedIn(backend)
    await report(backend, cookie, ForumTarget.post, id)
    await expect(report(backend, cookie, ForumTarget.post, id)).rejects.toMatchObject({
      message: '你已经举报过了，结果会写在消息里',
    })
    await expect(report(backend, author.cookie, ForumTarget.post, id)).rejects.toMatchObject({ code: 4004 })
    const hidden = await buildPost(backend, await buildPlate(backend), {
      status: PostStatus.pending,
      publishedAt: null,
    })
    await expect(report(backend, cookie, ForumTarget.post, hidden)).rejects.toMatchObject({ code: 404 })
    const closed = await buildPost(backend, await buildPlate(backend, { enabled: false }))
    await expect(report(backend, cookie, ForumTarget.post, closed)).rejects.toMatchObject({ code: 404 })
    const foreign = { target: ForumTarget.post, id, clause: 'ads', pictures: ['/private/study/aa/bb/c.webp'] }
    await expect(backend.as(cookie).call('POST /api/post/report/add', foreign)).rejects.toMatchObject({ code: 4004 })
  })

  test('that finds nothing leaves the text and its author alone', async () => {
    const author = await addSignedIn(backend)
    const id = await buildPost(backend, await buildPlate(backend), { userId: author.userId })
    const { cookie } = await addSignedIn(backend)
    await report(backend, cookie, ForumTarget.post, id)
    const reviewer = await buildReviewer(backend)
    await reviewer.decide(ForumTarget.post, id, DecisionAct.keep)
    await tell(backend)
    expect(await openPost(id)).toMatchObject({ id })
    expect(await messagesOf(backend, author.cookie)).toEqual([])
    expect((await messagesOf(backend, cookie))[0]?.content).toContain('没有违反社区公约')
    expect((await backend.as(author.cookie).call('GET /api/post/decision/my-list', {})).records).toEqual([])
  })
})

describe('an appeal', () => {
  test('is heard for fifteen days after the message, once', async () => {
    const { author, api, decisionId } = await removedPost()
    const told = backend.clock.now()
    expect(await api.call('GET /api/post/decision/detail', { id: decisionId })).toMatchObject({
      appealUntil: told + 15 * dayMs,
      appeal: null,
    })
    backend.clock.set(told + 15 * dayMs)
    await signInAgain(author.userId)
    await expect(api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })).rejects.toMatchObject({
      message: '已经过了 15 天，不能再申诉',
    })
    backend.clock.set(told + 15 * dayMs - 1)
    await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    await expect(api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })).rejects.toMatchObject({
      code: 4004,
    })
  })

  test('is due five working days later', async () => {
    const { api, decisionId } = await removedPost()
    const { dueTime } = await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    // Wednesday the 11th: Thursday, Friday, Monday, Tuesday, and the end of Wednesday
    expect(dueTime).toBe(Date.parse('2026-03-19T00:00:00+08:00'))
    const head = await buildReviewer(backend, 'headMaster')
    const find = async () =>
      (await head.api.call('GET /api/staff/forum/appeal/list', {})).records.find(
        ({ decision }) => decision.id === decisionId,
      )
    expect(await find()).toMatchObject({ isOverdue: false, mayDecide: true, words: appeal.words })
    backend.clock.set(dueTime + 1)
    await signInAgain(head.userId)
    expect(await find()).toMatchObject({ isOverdue: true })
    await backend.runJob('forum.clock')
    expect((await messagesOf(backend, head.cookie))[0]?.content).toContain('申诉超过了五个工作日')
  })

  test('counts no holiday, but a Saturday that is worked', async () => {
    const day = (at: string, isOpen: boolean) => ({
      day: at,
      name: '调休',
      isOpen,
      fromMinute: isOpen ? 540 : null,
      toMinute: isOpen ? 1080 : null,
    })
    const days = [day('2026-03-12', false), day('2026-03-13', false), day('2026-03-14', true)]
    await backend.db.insertInto('serviceDays').values(days).execute()
    const { api, decisionId } = await removedPost()
    const { dueTime } = await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    await backend.db.deleteFrom('serviceDays').where('name', '=', '调休').execute()
    // Saturday, Monday, Tuesday, Wednesday, and the end of Thursday
    expect(dueTime).toBe(Date.parse('2026-03-20T00:00:00+08:00'))
  })

  test('somebody without a part answers it and brings back', async () => {
    const { api, author, decisionId, id, plateId, reviewer } = await removedPost()
    expect(await postCount(plateId)).toBe(0)
    await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    const appealId = await appealOf(decisionId)
    const answer = { id: appealId, isWon: true, answer: '看过原图，确实是你画的' }
    await expect(reviewer.api.call('POST /api/staff/forum/appeal/decide', answer)).rejects.toMatchObject({
      message: '申诉要由没有参与过的同事答复',
    })
    const other = await buildReviewer(backend)
    await expect(
      other.api.call('POST /api/staff/forum/appeal/decide', { ...answer, answer: ' ' }),
    ).rejects.toMatchObject({ status: 400 })
    await other.api.call('POST /api/staff/forum/appeal/decide', answer)
    expect(await openPost(id)).toMatchObject({ title: '画室的窗' })
    expect(await postCount(plateId)).toBe(1)
    expect((await messagesOf(backend, author.cookie))[0]).toMatchObject({
      title: '你的申诉成立，处理已撤销',
      buttonUrl: `/bbs/record?id=${decisionId}`,
    })
    const own = await api.call('GET /api/post/decision/detail', { id: decisionId })
    expect(own).toMatchObject({ isOverturned: true, appeal: { isWon: true, answer: answer.answer } })
    await expect(other.api.call('POST /api/staff/forum/appeal/decide', answer)).rejects.toMatchObject({
      message: '这件申诉已经答复过了',
    })
  })

  test('of thirty who answer one counts', async () => {
    const { api, decisionId } = await removedPost()
    await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    const id = await appealOf(decisionId)
    const others = await Promise.all(Array.from({ length: 30 }, () => buildReviewer(backend)))
    const answers = await Promise.allSettled(
      others.map((other, at) =>
        other.api.call('POST /api/staff/forum/appeal/decide', { id, isWon: at % 2 === 0, answer: '看过了' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('against a refusal publishes what was refused', async () => {
    const author = await addSignedIn(backend)
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId, {
      userId: author.userId,
      status: PostStatus.pending,
      publishedAt: null,
    })
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.refuse, { banDays: 7 })
    await tell(backend)
    const api = backend.as(author.cookie)
    await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    expect(await api.call('GET /api/post/decision/my-ban', {})).toMatchObject({ isAppealed: true, decisionId })
    const other = await buildReviewer(backend)
    const appealId = await appealOf(decisionId)
    await other.api.call('POST /api/staff/forum/appeal/decide', { id: appealId, isWon: true, answer: '可以' })
    expect(await openPost(id)).toMatchObject({ id })
    expect(await postCount(plateId)).toBe(1)
    expect(await api.call('GET /api/post/decision/my-ban', {})).toBeNull()
  })

  test('gives a comment its floor back, its post the count', async () => {
    const postId = await buildPost(backend, await buildPlate(backend))
    const author = await addSignedIn(backend)
    const gone = await buildComment(backend, postId, 1, { userId: author.userId, content: '说得对' })
    await backend.db.updateTable('forumPosts').set({ commentCount: 1, lastFloor: 1 }).where('id', '=', postId).execute()
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.api.call('POST /api/staff/forum/remove', {
      target: ForumTarget.comment,
      id: gone.id,
      ...why,
    })
    const list = () => backend.api.call('GET /api/post/comment/comment-list', { postId })
    expect((await list()).records).toMatchObject([{ floor: 1, isDeleted: true, content: '' }])
    expect(await openPost(postId)).toMatchObject({ commentCount: 0 })
    await tell(backend)
    await backend.as(author.cookie).call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    const other = await buildReviewer(backend)
    const id = await appealOf(decisionId)
    await other.api.call('POST /api/staff/forum/appeal/decide', { id, isWon: true, answer: '可以' })
    expect((await list()).records).toMatchObject([{ floor: 1, isDeleted: false, content: '说得对' }])
    expect(await openPost(postId)).toMatchObject({ commentCount: 1 })
  })

  test('isn’t there for what others were told', async () => {
    const { decisionId } = await removedPost()
    const stranger = backend.as((await addSignedIn(backend)).cookie)
    await expect(stranger.call('GET /api/post/decision/detail', { id: decisionId })).rejects.toMatchObject({
      code: 404,
    })
    await expect(stranger.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })).rejects.toMatchObject({
      code: 404,
    })
  })
})

describe('what was removed', () => {
  test('isn’t found while it may be appealed, then is gone', async () => {
    const { id, decisionId, api, author } = await removedPost()
    await expect(openPost(id)).rejects.toMatchObject({ code: 404 })
    backend.clock.set(testNow + 15 * dayMs)
    await signInAgain(author.userId)
    await api.call('POST /api/post/decision/appeal', { id: decisionId, ...appeal })
    backend.clock.set(testNow + 16 * dayMs)
    await expect(openPost(id)).rejects.toMatchObject({ code: 404 })
    const other = await buildReviewer(backend)
    await other.api.call('POST /api/staff/forum/appeal/decide', {
      id: await appealOf(decisionId),
      isWon: false,
      answer: '原图里有电话',
    })
    await expect(openPost(id)).rejects.toMatchObject({ code: 410 })
    await signInAgain(author.userId)
    expect((await messagesOf(backend, author.cookie))[0]?.title).toBe('你的申诉没有成立')
  })

  test('is shown by no signed link, nor what was refused', async () => {
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    const reviewer = await buildReviewer(backend)
    const { url } = await reviewer.api.call('GET /api/staff/post/link', { id })
    const encrypt = new URLSearchParams(url.split('?')[1]).get('id') ?? ''
    const open = () => backend.api.call('GET /api/post/detail', { encrypt })
    expect(await open()).toMatchObject({ id })
    await reviewer.decide(ForumTarget.post, id, DecisionAct.refuse)
    await tell(backend)
    await expect(open()).rejects.toMatchObject({ code: 404 })
    await backend.db
      .updateTable('forumPosts')
      .set({ status: PostStatus.published, publishedAt: new Date(testNow) })
      .where('id', '=', id)
      .execute()
    expect(await open()).toMatchObject({ id })
    await reviewer.api.call('POST /api/staff/forum/remove', { target: ForumTarget.post, id, ...why })
    await expect(open()).rejects.toMatchObject({ code: 404 })
  })
})

describe('a ban', () => {
  test.each([3, 7, 30] as const)('of %i days stops speaking for just so long', async (banDays) => {
    const learner = await addSignedIn(backend)
    const reviewer = await buildReviewer(backend)
    const ban = () => reviewer.api.call('POST /api/staff/forum/ban', { userId: learner.userId, banDays, ...why })
    await ban()
    await expect(ban()).rejects.toMatchObject({ code: 4004 })
    await tell(backend)
    const api = backend.as(learner.cookie)
    expect(await api.call('GET /api/post/decision/my-ban', {})).toMatchObject({
      untilTime: testNow + banDays * dayMs,
      clause: '二之六　广告、刷帖、诱导添加联系方式',
      reason: why.reason,
    })
    expect((await messagesOf(backend, learner.cookie))[0]).toMatchObject({ title: `你被禁言 ${banDays} 天` })
    backend.clock.set(testNow + banDays * dayMs)
    await signInAgain(learner.userId)
    await signInAgain(reviewer.userId)
    expect(await api.call('GET /api/post/decision/my-ban', {})).toBeNull()
    await ban()
    expect(await api.call('GET /api/post/decision/my-ban', {})).not.toBeNull()
  })

  test('for good ends when it is lifted; others learn nothing', async () => {
    const learner = await addSignedIn(backend)
    const reviewer = await buildReviewer(backend)
    await reviewer.api.call('POST /api/staff/forum/ban', { userId: learner.userId, banDays: 0, ...why })
    await tell(backend)
    const api = backend.as(learner.cookie)
    expect(await api.call('GET /api/post/decision/my-ban', {})).toMatchObject({ untilTime: null })
    const stranger = backend.as((await addSignedIn(backend)).cookie)
    expect(await stranger.call('GET /api/post/decision/my-ban', {})).toBeNull()
    const { records } = await reviewer.api.call('GET /api/staff/forum/ban/list', {
      userId: learner.userId,
      active: true,
    })
    await reviewer.api.call('POST /api/staff/forum/ban/lift', { id: records[0]!.id, reason: '认错了人' })
    expect(await api.call('GET /api/post/decision/my-ban', {})).toBeNull()
  })
})

test('each queue counts its answers, their median and share', async () => {
  const day = '2026-05-06'
  const at = Date.parse(`${day}T09:00:00+08:00`)
  backend.clock.set(at)
  const reviewer = await buildReviewer(backend)
  const plateId = await buildPlate(backend)
  const ages = [10, 30, 24 * 60 + 1].map((minutes) => minutes * minute)
  for (const ageMs of ages) {
    const createdAt = new Date(at - ageMs)
    const id = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null, createdAt })
    await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
  }
  const figures = await reviewer.api.call('GET /api/staff/forum/figures', { from: day, to: day })
  expect(figures.review).toMatchObject({ answered: 3, medianMinutes: 30, inTimePercent: 67 })
  expect(figures.appeal).toMatchObject({ answered: 0, medianMinutes: null, inTimePercent: null })
})
