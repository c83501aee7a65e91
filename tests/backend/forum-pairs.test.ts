import { describe, expect, test } from 'vitest'
import { DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { erasers } from '#server/backend/account/closing/erasers-store.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildPlate } from '../support/forum-factories.ts'
import { buildReviewer, messagesOf, report, tell, why } from '../support/forum-process-steps.ts'
import { buildWriter, openPlate, type Writer } from '../support/forum-steps.ts'

const backend = backendOfFile()
const minute = 60_000
const words = '是我自己画的'

const openPost = (id: number) => backend.api.call('GET /api/post/detail', { id })

async function appealOf(decisionId: number): Promise<number> {
  const { id } = await backend.db
    .selectFrom('forumAppeals')
    .select('id')
    .where('decisionId', '=', decisionId)
    .executeTakeFirstOrThrow()
  return id
}

/** Appeals for somebody, and has it answered by who had no part. */
async function winAppeal({ api }: Pick<Writer, 'api'>, decisionId: number, answer = '看过了，可以'): Promise<void> {
  await api.call('POST /api/post/decision/appeal', { id: decisionId, words })
  const other = await buildReviewer(backend)
  const id = await appealOf(decisionId)
  await other.api.call('POST /api/staff/forum/appeal/decide', { id, isWon: true, answer })
}

async function shownPost() {
  const writer = await buildWriter(backend)
  const plateId = await openPlate(backend)
  return { writer, plateId, id: (await writer.post(plateId)).id }
}

async function waitingPost() {
  const writer = await buildWriter(backend)
  const plateId = await buildPlate(backend, { reviewMode: 1 })
  return { writer, plateId, id: (await writer.post(plateId)).id }
}

/** What of a plate waits, revisions first. */
async function queueOf(reviewer: Awaited<ReturnType<typeof buildReviewer>>, plateId: number) {
  const { records } = await reviewer.api.call('GET /api/staff/forum/queue', { plateId })
  return records.map(({ target, targetId }) => [target, targetId]).toSorted(([one = 0], [other = 0]) => one - other)
}

describe('an appeal that is won', () => {
  test('is told to who reported the text, in true words', async () => {
    const { writer, id } = await shownPost()
    const [one, other] = [await addSignedIn(backend), await addSignedIn(backend)]
    for (const { cookie } of [one, other]) await report(backend, cookie, ForumTarget.post, id)
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.remove)
    await tell(backend)
    await winAppeal(writer, decisionId)
    for (const { cookie } of [one, other]) {
      const [last, first, ...more] = await messagesOf(backend, cookie)
      expect([last?.title, first?.title, more]).toEqual(['你举报的内容有了新的结论', '你的举报有结果了', []])
      expect(last?.content).toContain('撤销了之前的处理。内容已经恢复。')
      const { records } = await backend.as(cookie).call('GET /api/post/report/my-list', {})
      expect(records).toMatchObject([{ result: '作者提出申诉，另一位工作人员复核后撤销了之前的处理。' }])
    }
  })

  test('promises reporters nothing that isn’t there', async () => {
    const { writer, id } = await shownPost()
    const { cookie } = await addSignedIn(backend)
    await report(backend, cookie, ForumTarget.post, id)
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.warn)
    await tell(backend)
    await winAppeal(writer, decisionId)
    const [last] = await messagesOf(backend, cookie)
    expect(last?.content).toContain('撤销了之前的处理。')
    expect(last?.content).not.toContain('恢复')
  })

  test('that is lost changes nothing for who reported', async () => {
    const { writer, id } = await shownPost()
    const { cookie } = await addSignedIn(backend)
    await report(backend, cookie, ForumTarget.post, id)
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.remove)
    await tell(backend)
    await writer.api.call('POST /api/post/decision/appeal', { id: decisionId, words })
    const other = await buildReviewer(backend)
    const lost = { id: await appealOf(decisionId), isWon: false, answer: '原图里有电话' }
    await other.api.call('POST /api/staff/forum/appeal/decide', lost)
    expect(await messagesOf(backend, cookie)).toHaveLength(1)
  })

  test('brings no post back that its author deleted meanwhile', async () => {
    const { writer, id } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.refuse)
    await tell(backend)
    await writer.api.call('GET /api/post/delete', { id })
    await winAppeal(writer, decisionId)
    await expect(openPost(id)).rejects.toMatchObject({ code: 404 })
    const [last] = await messagesOf(backend, writer.cookie)
    expect(last).toMatchObject({ title: '你的申诉成立，处理已撤销' })
    expect(last?.content).not.toContain('恢复')
    expect(await writer.api.call('GET /api/post/decision/detail', { id: decisionId })).toMatchObject({
      isOverturned: true,
    })
  })

  test('says nothing of a reply whose post is gone', async () => {
    const { writer, id } = await shownPost()
    const guest = await buildWriter(backend)
    const { id: commentId } = await guest.reply(id, '说得对')
    const reviewer = await buildReviewer(backend)
    const removal = { target: ForumTarget.comment, id: commentId, ...why }
    const { decisionId } = await reviewer.api.call('POST /api/staff/forum/remove', removal)
    await tell(backend)
    await writer.api.call('GET /api/post/delete', { id })
    await winAppeal(guest, decisionId)
    expect((await messagesOf(backend, guest.cookie))[0]?.content).not.toContain('恢复')
    await writer.api.call('POST /api/post/restore', { id })
    const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId: id })
    expect(records).toMatchObject([{ id: commentId, floor: 1, content: '说得对' }])
  })

  test('against a refused edit puts its words in place', async () => {
    const { writer, plateId, id } = await shownPost()
    await backend.db.updateTable('forumPlates').set({ reviewMode: 1 }).where('id', '=', plateId).execute()
    const { version } = await writer.api.call('GET /api/post/own-text', { id })
    await writer.edit({ id, version, title: '改过的标题', content: '<p>改过的正文</p>' })
    const { revision } = await writer.api.call('GET /api/post/own-text', { id })
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.revision, revision?.id ?? 0, DecisionAct.refuse)
    await tell(backend)
    expect(await openPost(id)).not.toMatchObject({ title: '改过的标题' })
    await winAppeal(writer, decisionId)
    expect(await openPost(id)).toMatchObject({ title: '改过的标题' })
    expect((await messagesOf(backend, writer.cookie))[0]?.content).toContain('恢复')
  })
})

describe('a post that comes back', () => {
  test('brings what waits below it into the queue again', async () => {
    const { writer, plateId, id } = await shownPost()
    const guest = await buildWriter(backend)
    const { id: commentId } = await guest.reply(id, '看这里 https://a.example/')
    await backend.db.updateTable('forumPlates').set({ reviewMode: 1 }).where('id', '=', plateId).execute()
    const held = await guest.reply(id, '也看这里')
    const { version } = await writer.api.call('GET /api/post/own-text', { id })
    await writer.edit({ id, version, title: '改过的标题', content: '<p>改过的正文</p>' })
    const { revision } = await writer.api.call('GET /api/post/own-text', { id })
    const reviewer = await buildReviewer(backend)
    const waiting = [
      [ForumTarget.revision, revision?.id],
      [ForumTarget.comment, held.id],
    ]
    expect(await queueOf(reviewer, plateId)).toEqual(waiting)
    await writer.api.call('GET /api/post/delete', { id })
    expect(await queueOf(reviewer, plateId)).toEqual([])
    await writer.api.call('POST /api/post/restore', { id })
    expect(await queueOf(reviewer, plateId)).toEqual(waiting)
    const removal = { target: ForumTarget.post, id, ...why }
    const { decisionId } = await reviewer.api.call('POST /api/staff/forum/remove', removal)
    expect(await queueOf(reviewer, plateId)).toEqual([])
    await tell(backend)
    await winAppeal(writer, decisionId)
    expect(await queueOf(reviewer, plateId)).toEqual(waiting)
    await reviewer.decide(ForumTarget.comment, held.id, DecisionAct.approve)
    await tell(backend)
    const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId: id })
    expect(records.map((one) => one.id)).toEqual([commentId, held.id])
  })

  test('leaves nothing in the queue while it is gone', async () => {
    const { writer, plateId, id } = await shownPost()
    await backend.db.updateTable('forumPlates').set({ reviewMode: 1 }).where('id', '=', plateId).execute()
    const guest = await buildWriter(backend)
    const held = await guest.reply(id, '看这里')
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.comment, held.id, DecisionAct.approve)
    await writer.api.call('GET /api/post/delete', { id })
    await tell(backend)
    expect(await queueOf(reviewer, plateId)).toEqual([])
    await guest.api.call('POST /api/post/comment/delete', { id: held.id })
    await guest.api.call('POST /api/post/comment/restore', { id: held.id })
    expect(await queueOf(reviewer, plateId)).toEqual([])
    await writer.api.call('POST /api/post/restore', { id })
    expect(await queueOf(reviewer, plateId)).toEqual([[ForumTarget.comment, held.id]])
    expect(decisionId).toBeGreaterThan(0)
  })
})

describe('a reported post', () => {
  test('that its author edits is decided by its new words', async () => {
    const { writer, id } = await shownPost()
    const { cookie } = await addSignedIn(backend)
    await report(backend, cookie, ForumTarget.post, id)
    const reviewer = await buildReviewer(backend)
    const caseId = await reviewer.caseOf(ForumTarget.post, id)
    const { textKey } = await reviewer.api.call('GET /api/staff/forum/case', { id: caseId })
    const { version } = await writer.api.call('GET /api/post/own-text', { id })
    await writer.edit({ id, version, title: '去掉了电话', content: '<p>去掉了电话</p>' })
    const decide = (key: string, act: DecisionAct) =>
      reviewer.api.call('POST /api/staff/forum/decide', { id: caseId, textKey: key, act, ...why })
    await expect(decide(textKey, DecisionAct.remove)).rejects.toMatchObject({
      message: '作者刚刚改过，请看了新的再决定',
    })
    const seen = await reviewer.api.call('GET /api/staff/forum/case', { id: caseId })
    expect(seen).toMatchObject({ title: '去掉了电话', reports: 1 })
    await decide(seen.textKey, DecisionAct.keep)
    await tell(backend)
    expect((await messagesOf(backend, cookie))[0]?.content).toContain('内容保留')
    expect(await openPost(id)).toMatchObject({ title: '去掉了电话' })
  })

  test('that its author deletes is kept or answered, not removed', async () => {
    const { writer, id } = await shownPost()
    const { cookie } = await addSignedIn(backend)
    await report(backend, cookie, ForumTarget.post, id)
    await writer.api.call('GET /api/post/delete', { id })
    const reviewer = await buildReviewer(backend)
    await expect(reviewer.decide(ForumTarget.post, id, DecisionAct.remove)).rejects.toMatchObject({
      message: '作者已经删除了，可以保留、提醒或者禁言',
    })
    await reviewer.decide(ForumTarget.post, id, DecisionAct.warn)
    await tell(backend)
    expect((await messagesOf(backend, cookie))[0]?.title).toBe('你的举报有结果了')
  })
})

describe('somebody who is banned', () => {
  test('is still heard on what they sent before', async () => {
    const { writer, plateId, id } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    await reviewer.api.call('POST /api/staff/forum/ban', { userId: writer.userId, banDays: 3, ...why })
    await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
    await tell(backend)
    expect(await openPost(id)).toMatchObject({ id })
    await expect(writer.post(plateId)).rejects.toMatchObject({ code: 4004 })
    expect((await messagesOf(backend, writer.cookie)).map(({ title }) => title).toSorted()).toEqual(
      ['你的帖子通过了审核', '你被禁言 3 天'].toSorted(),
    )
  })

  test('gets no second ban; the text is decided', async () => {
    const { writer, id } = await waitingPost()
    const [one, other] = [await buildReviewer(backend), await buildReviewer(backend)]
    const input = { userId: writer.userId, banDays: 3 as const, ...why }
    const bans = await Promise.allSettled([one, other].map(({ api }) => api.call('POST /api/staff/forum/ban', input)))
    expect(bans.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(one.decide(ForumTarget.post, id, DecisionAct.refuse, { banDays: 7 })).rejects.toMatchObject({
      message: '这位同学正在禁言中，到期或解除以后才能再禁言',
    })
    await one.decide(ForumTarget.post, id, DecisionAct.refuse)
    await tell(backend)
    expect(await writer.api.call('GET /api/post/decision/my-ban', {})).toMatchObject({ untilTime: testNow + 3 * dayMs })
    const told = await backend.db
      .selectFrom('forumDecisions')
      .select('act')
      .where('authorId', '=', writer.userId)
      .execute()
    expect(told.map(({ act }) => act).toSorted()).toEqual([DecisionAct.refuse, DecisionAct.ban].toSorted())
  })
})

test('a reviewer without the role decides nothing; claims run out', async () => {
  const { id } = await waitingPost()
  const [one, other] = [await buildReviewer(backend), await buildReviewer(backend)]
  const caseId = await one.caseOf(ForumTarget.post, id)
  const { textKey } = await one.api.call('GET /api/staff/forum/case', { id: caseId })
  await one.api.call('POST /api/staff/forum/claim', { id: caseId })
  await backend.db.deleteFrom('userRoles').where('userId', '=', one.userId).execute()
  await expect(
    one.api.call('POST /api/staff/forum/decide', { id: caseId, textKey, act: DecisionAct.approve }),
  ).rejects.toMatchObject({ code: 404 })
  await expect(other.api.call('POST /api/staff/forum/claim', { id: caseId })).rejects.toMatchObject({ code: 4004 })
  backend.clock.set(testNow + 10 * minute)
  await other.decide(ForumTarget.post, id, DecisionAct.approve)
  await tell(backend)
  expect(await openPost(id)).toMatchObject({ id })
})

describe('an account that ends', () => {
  async function endAccount({ userId, phone }: Writer): Promise<void> {
    const account = { userId, nationCode: 86, phone, now: new Date(backend.clock.now()) }
    await backend.context.tx(async (trx) => {
      for (const erase of erasers) await erase(trx, account, backend.context.hash)
    })
  }

  test('takes its open appeal along; what was removed stays', async () => {
    const { writer, id } = await shownPost()
    const reviewer = await buildReviewer(backend)
    const removal = { target: ForumTarget.post, id, ...why }
    const { decisionId } = await reviewer.api.call('POST /api/staff/forum/remove', removal)
    await tell(backend)
    await writer.api.call('POST /api/post/decision/appeal', { id: decisionId, words })
    const appealId = await appealOf(decisionId)
    await endAccount(writer)
    const other = await buildReviewer(backend)
    const { records } = await other.api.call('GET /api/staff/forum/appeal/list', {})
    expect(records.map((one) => one.id)).not.toContain(appealId)
    await expect(
      other.api.call('POST /api/staff/forum/appeal/decide', { id: appealId, isWon: true, answer: '可以' }),
    ).rejects.toMatchObject({ message: '没有找到这件申诉' })
    await expect(openPost(id)).rejects.toMatchObject({ code: 404 })
    backend.clock.set(testNow + 16 * dayMs)
    await expect(openPost(id)).rejects.toMatchObject({ code: 410 })
  })

  test('keeps an answered appeal without its words', async () => {
    const { writer, id } = await shownPost()
    const reviewer = await buildReviewer(backend)
    const removal = { target: ForumTarget.post, id, ...why }
    const { decisionId } = await reviewer.api.call('POST /api/staff/forum/remove', removal)
    await tell(backend)
    await winAppeal(writer, decisionId)
    await endAccount(writer)
    expect(await openPost(id)).toMatchObject({ id, author: { id: 0 } })
    const kept = await backend.db.selectFrom('forumAppeals').selectAll().where('decisionId', '=', decisionId).execute()
    expect(kept).toMatchObject([{ words: '', isWon: true }])
  })

  test('leaves nothing of it in the queue', async () => {
    const { writer, plateId } = await waitingPost()
    const reviewer = await buildReviewer(backend)
    expect(await queueOf(reviewer, plateId)).toHaveLength(1)
    await endAccount(writer)
    expect(await queueOf(reviewer, plateId)).toEqual([])
  })
})
