import { describe, expect, test } from 'vitest'
import { assertMaySpeak } from '#server/backend/community/ban-store.ts'
import { type ReviewedText, reviewVerdict } from '#server/backend/community/review-policy.ts'
import { createWordMatcher, foldedWord } from '#server/backend/community/word-matcher.ts'
import { PostStatus, ReviewMode, WordAction } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'

const backend = backendOfFile()

async function list(word: string, action: number): Promise<void> {
  const { userId } = await addSignedIn(backend)
  const values = { word, folded: foldedWord(word), action, savedBy: userId, savedAt: new Date(testNow) }
  await backend.db.insertInto('forumWords').values(values).execute()
  await backend.db.updateTable('forumWordStamp').set({ stamp: crypto.randomUUID() }).execute()
}

const verdict = (reviewed: ReviewedText) => backend.context.tx((trx) => reviewVerdict(trx, reviewed))

describe('words of the list', () => {
  const matcher = createWordMatcher([
    { word: '代写作业', action: WordAction.refuse },
    { word: '加微信', action: WordAction.review },
    { word: 'ass', action: WordAction.review },
    { word: '微信', action: WordAction.review },
  ])

  test.each([
    '代写作业',
    '代 寫 作 業',
    '代-写_作·业',
    '代\u200b写\u2060作\ufeff业',
    '先加微信，再代写作业',
    '代\n写\n作\n业',
  ])('are found however they are written: %j', (text) => {
    expect(matcher.find(text)?.word).toBe('代写作业')
  })

  test('a Latin word is found by itself only', () => {
    expect(matcher.find('the whole class passed')).toBeUndefined()
    expect(matcher.find('you ＡＳＳ')?.word).toBe('ass')
    expect(matcher.find('a.s.s')?.word).toBe('ass')
  })

  test('a text without them has none', () => {
    expect(matcher.find('写作业，写了三遍')).toBeUndefined()
    expect(matcher.find('')).toBeUndefined()
  })

  test('a long list finds as looking for each would', () => {
    const letters = [...'甲乙丙']
    const words = Array.from({ length: 60 }, (_, at) => ({
      word: [at % 3, Math.floor(at / 3) % 3, Math.floor(at / 9) % 3, at % 2].map((n) => letters[n]).join(''),
      action: WordAction.review,
    }))
    const many = createWordMatcher(words)
    for (let seed = 0; seed < 300; seed += 1) {
      const text = Array.from({ length: 9 }, (_, at) => letters[(seed * 7 + at * at + (seed >> at)) % 3]).join('')
      expect(Boolean(many.find(text))).toBe(words.some(({ word }) => text.includes(word)))
    }
  })
})

describe('what is looked at first', () => {
  test('a newcomer’s first three posts', async () => {
    const plateId = await buildPlate(backend)
    const { userId } = await addSignedIn(backend)
    const post: ReviewedText = { authorId: userId, plateId, kind: 'post', title: '第一次画', text: '<p>窗台</p>' }
    for (let shown = 0; shown < 3; shown += 1) {
      expect(await verdict(post)).toEqual({ status: PostStatus.pending, reason: '前 3 篇帖子先审后发' })
      await buildPost(backend, plateId, { userId })
    }
    expect(await verdict(post)).toEqual({ status: PostStatus.published })
    expect(await verdict({ ...post, text: '<p><a href="https://a.example/">看</a></p>' })).toMatchObject({
      status: PostStatus.pending,
    })
    expect(
      await verdict({ ...post, text: '<p><a href="/course/2">看</a><img src="https://b.example/a.webp"></p>' }),
    ).toEqual({ status: PostStatus.published })
  })

  test('comments with links, and everything where all is', async () => {
    const { userId } = await addSignedIn(backend)
    const open = await buildPlate(backend)
    const comment = { authorId: userId, kind: 'comment', text: '画得有光' } as const
    expect(await verdict({ ...comment, plateId: open })).toEqual({ status: PostStatus.published })
    expect(await verdict({ ...comment, plateId: open, text: '看 example-hua.cn/12' })).toMatchObject({
      status: PostStatus.pending,
    })
    const all = await buildPlate(backend, { reviewMode: ReviewMode.all })
    expect(await verdict({ ...comment, plateId: all })).toMatchObject({ status: PostStatus.pending })
    const none = await buildPlate(backend, { reviewMode: ReviewMode.none })
    expect(await verdict({ ...comment, plateId: none, text: 'https://a.example' })).toEqual({
      status: PostStatus.published,
    })
  })

  test('listed words count in every plate', async () => {
    await list('求资源', WordAction.review)
    await list('办证', WordAction.refuse)
    const { userId } = await addSignedIn(backend)
    const plateId = await buildPlate(backend, { reviewMode: ReviewMode.none })
    const comment = { authorId: userId, plateId, kind: 'comment' } as const
    expect(await verdict({ ...comment, text: '求 資源' })).toMatchObject({ status: PostStatus.pending })
    expect(await verdict({ ...comment, text: '<办证>' })).toMatchObject({ status: PostStatus.rejected })
    expect(
      await verdict({ ...comment, kind: 'post', title: '你好', text: '<p>办<strong>证</strong></p>' }),
    ).toMatchObject({ status: PostStatus.rejected })
    await list('水彩纸', WordAction.review)
    expect(await verdict({ ...comment, text: '水彩纸' })).toMatchObject({ status: PostStatus.pending })
  })
})

describe('a ban', () => {
  test('stops speaking until it ends', async () => {
    const { userId } = await addSignedIn(backend)
    const until = new Date(testNow + 3 * dayMs)
    await backend.db
      .insertInto('forumBans')
      .values({ userId, reason: '广告', begunAt: new Date(testNow), untilAt: until })
      .execute()
    const speak = (at: number) => backend.context.tx((trx) => assertMaySpeak(trx, userId, new Date(at)))
    await expect(speak(testNow)).rejects.toMatchObject({ code: 4004, message: expect.stringContaining('3 月 14 日') })
    await expect(speak(until.getTime() - 1)).rejects.toMatchObject({ code: 4004 })
    await speak(until.getTime())
  })
})
