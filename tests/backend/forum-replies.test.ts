import { describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { NoticeReason, PostStatus, ReviewMode } from '#shared/contract/enums.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildPost } from '../support/forum-factories.ts'
import { buildThread, buildWriter, openPlate, sendPicture, watchedPlate } from '../support/forum-steps.ts'

const backend = backendOfFile()
const calls = callsOfFile(backend, 40)
const minute = 60_000

const threads = (postId: number) => backend.api.call('GET /api/post/comment/comment-list', { postId })

describe('a reply', () => {
  test('gets floor, counts and notice when it is published', async () => {
    const { postId, authorId, plateId } = await buildThread(backend)
    const writer = await buildWriter(backend, '唐昀')
    expect((await writer.reply(postId, '先画中轴\n\n\n\n再画轮廓')).submissionCode).toBe(2)
    expect((await threads(postId)).records).toMatchObject([{ floor: 1, content: '先画中轴\n\n再画轮廓' }])
    expect(await backend.api.call('GET /api/post/detail', { id: postId })).toMatchObject({ commentCount: 1 })
    const notices = backend.db
      .selectFrom('forumCommentNotices')
      .select(['forumCommentNotices.userId', 'forumCommentNotices.reason'])
      .where('forumCommentNotices.userId', '=', authorId)
    expect(await notices.execute()).toEqual([{ userId: authorId, reason: NoticeReason.post }])
    const days = backend.db.selectFrom('forumDayCounts').selectAll('forumDayCounts').where('plateId', '=', plateId)
    expect(await days.execute()).toMatchObject([{ comments: 1 }])
  })

  test('that waits leaves no trace but before its author', async () => {
    const plateId = await watchedPlate(backend)
    const postId = await buildPost(backend, plateId, { userId: (await buildWriter(backend)).userId })
    const writer = await buildWriter(backend)
    const { id, submissionCode } = await writer.reply(postId, '看这里')
    expect(submissionCode).toBe(1)
    expect((await threads(postId)).records).toEqual([])
    expect(await backend.api.call('GET /api/post/detail', { id: postId })).toMatchObject({ commentCount: 0 })
    expect((await writer.api.call('GET /api/post/mine', { id: postId })).waiting).toMatchObject([
      { id, content: '看这里', status: PostStatus.pending, dueTime: testNow + 24 * 60 * minute },
    ])
    const other = await buildWriter(backend)
    expect((await other.api.call('GET /api/post/mine', { id: postId })).waiting).toEqual([])
  })

  test('tells each person once, by the nearest reason', async () => {
    const plateId = await openPlate(backend)
    const author = await buildWriter(backend)
    const { id: postId } = await author.post(plateId)
    const first = await buildWriter(backend)
    const { id: parentId } = await first.reply(postId, '一楼')
    const second = await buildWriter(backend)
    const { id: quoteId } = await second.reply(postId, '二楼')
    const writer = await buildWriter(backend)
    await writer.reply(postId, '都说说', {
      parentId,
      quoteId,
      mentionIds: [author.userId, first.userId, second.userId],
    })
    const [answer] = (await threads(postId)).records[0]?.children ?? []
    expect(answer).toMatchObject({ floor: 3, quote: { id: quoteId, floor: 2, content: '二楼' } })
    const reasonOf = async (person: typeof author) =>
      (await person.api.call('GET /api/post/my-comment-list', {})).records.map(({ reason, content }) => [
        content,
        reason,
      ])
    expect(await reasonOf(first)).toEqual([['都说说', NoticeReason.answer]])
    expect(await reasonOf(second)).toEqual([['都说说', NoticeReason.quote]])
    expect((await reasonOf(author))[0]).toEqual(['都说说', NoticeReason.mention])
    expect(await writer.api.call('GET /api/post/news-count', {})).toEqual({ comments: 0, reviews: 0 })
  })

  test('calls nobody from outside of the thread', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const stranger = await buildWriter(backend)
    await expect(writer.reply(postId, '你看', { mentionIds: [stranger.userId] })).rejects.toMatchObject({
      message: '只能 @ 这篇帖子里的人',
    })
  })

  test('has three own pictures at most', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const url = await sendPicture(backend, writer)
    await writer.reply(postId, '过程', { images: [{ url, alt: '草图' }] })
    expect((await threads(postId)).records).toMatchObject([{ pictures: [{ url, alt: '草图' }] }])
    const others = await sendPicture(backend, await buildWriter(backend))
    await expect(writer.reply(postId, '别人的图', { images: [{ url: others }] })).rejects.toMatchObject({
      message: '有图片没有上传成功，请重新上传',
    })
    const four = Array.from({ length: 4 }, () => ({ url }))
    await expect(writer.reply(postId, '四张', { images: four })).rejects.toMatchObject({ status: 400 })
  })

  test('sent again by its token is the same', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const api = calls.as(writer.cookie)
    const sent = { postId, content: '只此一条', clientToken: 'reply-token-1' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.call('POST /api/post/comment/add-comment', sent)),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await threads(postId)).total).toBe(1)
  })

  test('to what is gone is refused', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.reply(postId, '要删的')
    await writer.api.call('POST /api/post/comment/delete', { id })
    await expect(writer.reply(postId, '接着说', { parentId: id })).rejects.toMatchObject({
      message: '你要回复的那一楼已经不在了',
    })
    const { postId: elsewhere } = await buildThread(backend)
    const { id: foreign } = await writer.reply(elsewhere, '别处')
    await expect(writer.reply(postId, '串楼', { parentId: foreign })).rejects.toMatchObject({ code: Code.Toast })
    await expect(writer.reply(999_999_999, '没有这篇')).rejects.toMatchObject({ code: Code.NotFound })
  })

  test('that is deleted keeps its floor, and comes back', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.reply(postId, '说错了')
    await writer.api.call('POST /api/post/comment/delete', { id })
    expect((await threads(postId)).records).toMatchObject([{ floor: 1, isDeleted: true, content: '' }])
    expect(await backend.api.call('GET /api/post/detail', { id: postId })).toMatchObject({ commentCount: 0 })
    await writer.api.call('POST /api/post/comment/restore', { id })
    expect((await threads(postId)).records).toMatchObject([{ floor: 1, isDeleted: false, content: '说错了' }])
    const other = await buildWriter(backend)
    await expect(other.api.call('POST /api/post/comment/delete', { id })).rejects.toMatchObject({ code: Code.NotFound })
  })

  test('can be changed for ten minutes and while unanswered', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.reply(postId, '第一版')
    const edit = (content: string, version: number) =>
      writer.api.call('POST /api/post/comment/update', { id, content, version })
    await edit('第二版', 1)
    expect((await threads(postId)).records).toMatchObject([{ content: '第二版', isEdited: true }])
    await expect(edit('旧版上改', 1)).rejects.toMatchObject({ code: Code.Toast })
    const other = await buildWriter(backend)
    await other.reply(postId, '收到', { parentId: id })
    await expect(edit('第三版', 2)).rejects.toMatchObject({ message: '已经有人回复了，不能再改' })
    const { id: late } = await writer.reply(postId, '另一条')
    backend.clock.set(testNow + 10 * minute)
    await expect(
      writer.api.call('POST /api/post/comment/update', { id: late, content: '晚了', version: 1 }),
    ).rejects.toMatchObject({ message: '发出超过 10 分钟，不能再改了' })
  })

  test('that is looked at again is out of sight', async () => {
    const { postId, plateId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.reply(postId, '公开的')
    await backend.db
      .updateTable('forumPlates')
      .set({ reviewMode: ReviewMode.all })
      .where('forumPlates.id', '=', plateId)
      .execute()
    await writer.api.call('POST /api/post/comment/update', { id, content: '改过的', version: 1 })
    expect((await threads(postId)).records).toEqual([])
    expect(await backend.api.call('GET /api/post/detail', { id: postId })).toMatchObject({ commentCount: 0 })
  })

  test('behind the twentieth of a thread stands on a page', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const { id: rootId } = await writer.reply(postId, '楼主')
    for (let index = 1; index <= 23; index++) await writer.reply(postId, `楼中 ${index}`, { parentId: rootId })
    const [thread] = (await threads(postId)).records
    expect(thread).toMatchObject({ answerCount: 23 })
    expect(thread?.children).toHaveLength(20)
    const rest = await backend.api.call('GET /api/post/comment/answer-list', { rootId, pageNum: 2 })
    expect(rest).toMatchObject({ total: 23, records: [{ floor: 22 }, { floor: 23 }, { floor: 24 }] })
  })
})

describe('marks', () => {
  test('say what is wanted, so that twice is once', async () => {
    const { postId } = await buildThread(backend)
    const { api } = await buildWriter(backend)
    expect(await api.call('POST /api/post/like', { id: postId, wanted: true })).toEqual({ wanted: true, count: 1 })
    expect(await api.call('POST /api/post/like', { id: postId, wanted: true })).toEqual({ wanted: true, count: 1 })
    expect(await api.call('POST /api/post/collect', { id: postId, wanted: true })).toEqual({ wanted: true, count: 1 })
    expect((await api.call('GET /api/post/my-collection-list', {})).records).toMatchObject([{ id: postId }])
    expect(await api.call('POST /api/post/like', { id: postId, wanted: false })).toEqual({ wanted: false, count: 0 })
    expect(await api.call('GET /api/post/mine', { id: postId })).toMatchObject({ isLiked: false, isCollected: true })
  })

  test('of five hundred at once are counted exactly', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.reply(postId, '好')
    const people = await Promise.all(Array.from({ length: 50 }, () => buildWriter(backend)))
    await Promise.all(
      people.flatMap(({ cookie }, person) =>
        Array.from({ length: 10 }, (_, time) =>
          calls.as(cookie).call('POST /api/post/comment/like', { id, wanted: time < 9 || person % 2 === 0 }),
        ),
      ),
    )
    const liked = await backend.db
      .selectFrom('forumCommentLikes')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('forumCommentLikes.commentId', '=', id)
      .executeTakeFirstOrThrow()
    expect((await threads(postId)).records).toMatchObject([{ likeCount: Number(liked.count) }])
  })

  test('of what isn’t public find nothing', async () => {
    const plateId = await watchedPlate(backend)
    const { userId } = await buildWriter(backend)
    const hidden = await buildPost(backend, plateId, { userId, status: PostStatus.pending, publishedAt: null })
    const { api } = await buildWriter(backend)
    for (const route of ['POST /api/post/like', 'POST /api/post/collect'] as const)
      await expect(api.call(route, { id: hidden, wanted: true })).rejects.toMatchObject({ code: Code.NotFound })
  })
})

describe('news', () => {
  test('are seen up to a number, by a POST alone', async () => {
    const author = await buildWriter(backend)
    const { id: postId } = await author.post(await openPlate(backend))
    const other = await buildWriter(backend)
    await other.reply(postId, '第一条')
    await other.reply(postId, '第二条')
    const list = () => author.api.call('GET /api/post/my-comment-list', {})
    const { records } = await list()
    expect((await list()).records.map(({ read }) => read)).toEqual([false, false])
    const seen = await author.api.call('POST /api/post/news-seen', { kind: 'comment', upTo: records[1]?.id ?? 0 })
    expect(seen).toEqual({ comments: 1, reviews: 0 })
    expect((await list()).records.map(({ read }) => read)).toEqual([false, true])
  })
})

describe('visits', () => {
  test('switched off are neither kept nor shown', async () => {
    const { postId, authorId } = await buildThread(backend)
    const visitor = await buildWriter(backend)
    await visitor.api.call('POST /api/post/view', { id: postId })
    const shown = () => backend.api.call('GET /api/post/visit-list', { userId: authorId })
    expect(await shown()).toMatchObject([{ userId: visitor.userId }])
    await visitor.api.call('POST /api/post/visit-setting', { shows: false })
    expect(await shown()).toEqual([])
    await visitor.api.call('POST /api/post/view', { id: postId })
    await visitor.api.call('POST /api/post/visit-setting', { shows: true })
    expect(await shown()).toEqual([])
  })
})

describe('a draft', () => {
  const place = 'plate/1'

  test('is the same on every device', async () => {
    const writer = await buildWriter(backend)
    const plateId = await openPlate(backend)
    const own = `plate/${plateId}`
    const first = await writer.api.call('POST /api/post/draft', { place: own, title: '窗台', content: '<p>光</p>' })
    expect(first).toMatchObject({ version: 1, savedTime: testNow, plateId })
    expect(await writer.api.call('GET /api/post/draft', { place: own })).toEqual(first)
    const second = await writer.api.call('POST /api/post/draft', { place: own, title: '窗台二', version: 1 })
    await expect(
      writer.api.call('POST /api/post/draft', { place: own, title: '旧设备', version: 1 }),
    ).rejects.toMatchObject({ message: '这份草稿在别的设备上改过了' })
    expect(await writer.api.call('GET /api/post/draft-list', {})).toEqual([second])
    expect(await (await buildWriter(backend)).api.call('GET /api/post/draft', { place: own })).toBeNull()
  })

  test('ends with publication and doesn’t come back', async () => {
    const writer = await buildWriter(backend)
    const plateId = await openPlate(backend)
    const own = `plate/${plateId}`
    await writer.api.call('POST /api/post/draft', { place: own, title: '窗台' })
    await writer.post(plateId, { place: own })
    expect(await writer.api.call('GET /api/post/draft', { place: own })).toBeNull()
    await expect(
      writer.api.call('POST /api/post/draft', { place: own, title: '晚到的', version: 1 }),
    ).rejects.toMatchObject({ message: '这份草稿已经发出或丢掉了' })
    const { postId } = await buildThread(backend)
    await writer.api.call('POST /api/post/draft', { place: `thread/${postId}`, content: '好' })
    await writer.reply(postId, '好')
    expect(await writer.api.call('GET /api/post/draft-list', {})).toEqual([])
  })

  test('outlives a refusal', async () => {
    const writer = await buildWriter(backend)
    const plateId = await openPlate(backend)
    const own = `plate/${plateId}`
    const kept = await writer.api.call('POST /api/post/draft', { place: own, content: '<p>没有标题</p>' })
    await expect(writer.post(plateId, { title: '', place: own })).rejects.toMatchObject({ code: Code.Toast })
    expect(await writer.api.call('GET /api/post/draft', { place: own })).toEqual(kept)
  })

  test('that is emptied is dropped', async () => {
    const writer = await buildWriter(backend)
    await writer.api.call('POST /api/post/draft', { place, title: '随便' })
    expect(await writer.api.call('POST /api/post/draft', { place, version: 1 })).toBeNull()
    expect(await writer.api.call('GET /api/post/draft-list', {})).toEqual([])
  })

  test('of somebody else’s post finds none', async () => {
    const { postId } = await buildThread(backend)
    const writer = await buildWriter(backend)
    await expect(
      writer.api.call('POST /api/post/draft', { place: `post/${postId}`, title: '抢' }),
    ).rejects.toMatchObject({ code: Code.NotFound })
  })
})
