import { describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { openSessionOf } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildReviewer, report, tell } from '../support/forum-process-steps.ts'
import { buildThread, buildWriter, openPlate, sendPicture, watchedPlate } from '../support/forum-steps.ts'

const backend = backendOfFile()
const day = 86_400_000

const later = async (days: number): Promise<number> => {
  backend.clock.set(testNow + days * day)
  return backend.runJob('forum.erase')
}
const rowOf = (id: number) =>
  backend.db
    .selectFrom('forumPosts')
    .select(['title', 'contentHtml', 'summary', 'coverImg', 'textHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const nothing = { title: '已删除', contentHtml: '', summary: '', coverImg: null, textHash: null }

describe('what its author deleted', () => {
  test('is erased when it can’t be brought back', async () => {
    const writer = await buildWriter(backend)
    const url = await sendPicture(backend, writer)
    const plateId = await openPlate(backend)
    const content = `<p>窗台</p><img src="${url}" alt="窗">`
    const { id } = await writer.post(plateId, { content })
    const { id: kept } = await writer.post(plateId)
    await writer.api.call('GET /api/post/delete', { id })
    await later(7 - 1 / day)
    expect((await rowOf(id)).contentHtml).toContain('窗台')
    expect(await later(7)).toBeGreaterThan(0)
    expect(await rowOf(id)).toEqual(nothing)
    expect((await rowOf(kept)).contentHtml).not.toBe('')
    await expect(backend.api.call('GET /api/post/detail', { id })).rejects.toMatchObject({ code: Code.Gone })
    expect(await later(7)).toBe(0)
  })

  test('stays when it was brought back meanwhile', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend), { content: '<p>还要的</p>' })
    await writer.api.call('GET /api/post/delete', { id })
    await writer.api.call('POST /api/post/restore', { id })
    await later(8)
    expect((await rowOf(id)).contentHtml).toBe('<p>还要的</p>')
  })

  test('leaves of a reply its floor alone', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const url = await sendPicture(backend, writer)
    const { id } = await writer.reply(postId, '说错了', { images: [{ url, alt: '错的图' }] })
    await (await buildWriter(backend)).reply(postId, '收到', { parentId: id })
    await writer.api.call('POST /api/post/comment/delete', { id })
    await later(7)
    const row = await backend.db
      .selectFrom('forumComments')
      .select(['content', 'floor', 'textHash'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ content: '已删除', floor: 1, textHash: null })
    const pictures = backend.db.selectFrom('forumCommentPictures').select('url').where('commentId', '=', id)
    expect(await pictures.execute()).toEqual([])
    const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId })
    expect(records).toMatchObject([{ floor: 1, isDeleted: true, content: '', children: [{ content: '收到' }] }])
  })

  test('takes edits and drafts of it along, not others’ answers', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const other = await buildWriter(backend)
    const { id } = await writer.post(plateId)
    await writer.api.call('POST /api/post/draft', { place: `post/${id}`, title: '改到一半' })
    await other.api.call('POST /api/post/draft', { place: `thread/${id}`, content: '回到一半' })
    await backend.db
      .insertInto('forumPostRevisions')
      .values({ postId: id, baseVersion: 1, title: '改过', contentHtml: '<p>改过</p>', createdAt: new Date(testNow) })
      .execute()
    await writer.api.call('GET /api/post/delete', { id })
    await later(7)
    const drafts = backend.db.selectFrom('forumDrafts').select('place').where('postId', '=', id)
    expect(await drafts.execute()).toEqual([{ place: `thread/${id}` }])
    const edits = backend.db.selectFrom('forumPostRevisions').select('id').where('postId', '=', id)
    expect(await edits.execute()).toEqual([])
  })

  test('waits for the case that is open about it', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend), { content: '<p>加我微信</p>' })
    const reader = await addSignedIn(backend)
    await report(backend, reader.cookie, ForumTarget.post, id)
    await writer.api.call('GET /api/post/delete', { id })
    await later(9)
    expect((await rowOf(id)).contentHtml).toBe('<p>加我微信</p>')
    const reviewer = await buildReviewer(backend)
    await reviewer.decide(ForumTarget.post, id, DecisionAct.warn)
    await later(9)
    expect((await rowOf(id)).contentHtml).toBe('<p>加我微信</p>')
    await tell(backend)
    await later(10)
    expect(await rowOf(id)).toEqual(nothing)
  })

  test('waits for an appeal about it', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await watchedPlate(backend), { content: '<p>被退回的</p>' })
    const reviewer = await buildReviewer(backend)
    const { decisionId } = await reviewer.decide(ForumTarget.post, id, DecisionAct.refuse)
    await tell(backend)
    await writer.api.call('POST /api/post/decision/appeal', { id: decisionId, words: '这是我自己画的' })
    await writer.api.call('GET /api/post/delete', { id })
    await later(9)
    expect((await rowOf(id)).contentHtml).toBe('<p>被退回的</p>')
    const { id: appealId } = await backend.db
      .selectFrom('forumAppeals')
      .select('id')
      .where('decisionId', '=', decisionId)
      .executeTakeFirstOrThrow()
    const other = await buildReviewer(backend)
    const answer = { id: appealId, isWon: false, answer: '图里有电话' }
    await other.api.call('POST /api/staff/forum/appeal/decide', answer)
    await later(9)
    expect(await rowOf(id)).toEqual(nothing)
  })

  test('isn’t what the staff removed', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend), { content: '<p>被移除的</p>' })
    const reviewer = await buildReviewer(backend)
    const why = { clause: 'ads', reason: '广告' }
    await reviewer.api.call('POST /api/staff/forum/remove', { target: ForumTarget.post, id, ...why })
    await tell(backend)
    await later(30)
    expect((await rowOf(id)).contentHtml).toBe('<p>被移除的</p>')
    // who was signed in then isn't any more
    const api = backend.as(await openSessionOf(backend, writer.userId))
    await expect(api.call('POST /api/post/restore', { id })).rejects.toMatchObject({ code: Code.NotFound })
  })
})
