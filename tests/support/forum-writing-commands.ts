import fc from 'fast-check'
import { expect } from 'vitest'
import type { LimitName } from '#server/backend/context/limit-policies.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { ForumTarget, SubmissionCode } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { commentEditMs } from '#shared/rules/forum-rules.ts'
import {
  bringBack,
  expectSame,
  type ForumModel,
  type ForumWorld,
  isPost,
  isRevision,
  isShown,
  type ModelText,
  pick,
  publish,
  replaceWords,
} from './forum-model.ts'

export type Command = fc.AsyncCommand<ForumModel, ForumWorld>

/** What a call comes to: its body, or the code that it was refused with. */
export async function outcomeOf<T>(call: Promise<T>): Promise<T | number> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** One step, after which everything is looked at. */
export function command(name: string, act: (model: ForumModel, world: ForumWorld) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, world) {
      await act(model, world)
      await expectSame(world, model)
    },
    toString: () => name,
  }
}

export const isBanned = ({ bannedUntil }: ForumModel, now: number): boolean =>
  bannedUntil !== undefined && bannedUntil.at > now

/** Within these every text has less of a marker than its own. */
function nextMarker(model: ForumModel): string {
  model.count += 1
  return `标记${'甲乙丙丁戊己庚辛壬癸'[model.count % 10]}${model.count}号`
}

/** Somebody's calls, as often as the story wants. */
async function unlimited({ backend }: ForumWorld, userId: number, ...names: LimitName[]): Promise<void> {
  for (const name of names) await backend.context.limits.clear(name, String(userId))
}

type NewText = Pick<ModelText, 'target' | 'id' | 'marker' | 'post' | 'state'> & { parentId?: number }

function add(model: ForumModel, text: NewText, now: number): ModelText {
  const added: ModelText = {
    parentId: undefined,
    ...text,
    before: undefined,
    deletedAt: 0,
    publishedAt: text.state === 'public' ? now : undefined,
    version: 1,
    isReported: false,
    reportIsOpen: false,
    decisions: [],
    likes: new Set(),
    lastEdit: undefined,
  }
  model.texts.push(added)
  return added
}

const stateOf = (code: SubmissionCode): 'public' | 'waiting' =>
  code === SubmissionCode.published ? 'public' : 'waiting'

const link = 'https://a.example/'

/** Whether somebody with these posts is no newcomer. */
const isKnown = ({ texts }: ForumModel): boolean =>
  texts.filter(
    (text) => isPost(text) && (text.state === 'public' || (text.state === 'deleted' && text.before === 'public')),
  ).length >= 3

export const sendPost = command('send a post', async (model, world) => {
  const { backend, author, plateId } = world
  await unlimited(world, author.userId, 'forumPost', 'forumPostNewcomer')
  const marker = nextMarker(model)
  const place = `plate/${plateId}`
  const post = { title: marker, content: `<p>${marker}</p>`, categoryId: plateId, place }
  const sent = await outcomeOf(backend.as(author.cookie).call('POST /api/post/add', post))
  if (isBanned(model, backend.clock.now())) return expect(sent).toBe(4004)
  if (typeof sent === 'number') throw new Error(`A post was refused with ${sent}.`)
  const state = stateOf(sent.submissionCode)
  expect(state).toBe(isKnown(model) ? 'public' : 'waiting')
  model.drafts.delete(place)
  add(model, { target: ForumTarget.post, id: sent.id, marker, post: undefined, state }, backend.clock.now())
})

const isComment = ({ target }: ModelText): boolean => target === ForumTarget.comment

export const sendComment = (nth: number, hasLink: boolean, answers: boolean): Command =>
  command(`send ${answers ? 'an answer' : 'a comment'}${hasLink ? ' with a link' : ''}`, async (model, world) => {
    const { backend, author } = world
    const parent = answers ? pick(model, nth, (text) => isComment(text) && isShown(text)) : undefined
    const post = parent?.post ?? pick(model, nth, (text) => isPost(text) && text.state === 'public')
    if (!post) return
    await unlimited(world, author.userId, 'forumReply')
    const marker = nextMarker(model)
    const content = hasLink ? `${marker} ${link}` : marker
    const sent = await outcomeOf(
      backend
        .as(author.cookie)
        .call('POST /api/post/comment/add-comment', { postId: post.id, content, parentId: parent?.id }),
    )
    if (isBanned(model, backend.clock.now())) return expect(sent).toBe(4004)
    if (typeof sent === 'number') throw new Error(`A comment was refused with ${sent}.`)
    const state = stateOf(sent.submissionCode)
    expect(state).toBe(hasLink ? 'waiting' : 'public')
    model.drafts.delete(`thread/${post.id}${parent ? `/${parent.id}` : ''}`)
    const under = parent ? { parentId: parent.id } : {}
    add(model, { target: ForumTarget.comment, id: sent.id, marker, post, state, ...under }, backend.clock.now())
  })

function dropWaiting(model: ForumModel, post: ModelText): void {
  for (const text of model.texts)
    if (text.post === post && isRevision(text) && text.state === 'waiting') {
      text.state = 'replaced'
      model.hidden.add(text.marker)
    }
}

async function lastRevision({ backend }: ForumWorld, postId: number): Promise<number> {
  const row = await backend.db
    .selectFrom('forumPostRevisions')
    .select((eb) => eb.fn.max('forumPostRevisions.id').as('id'))
    .where('forumPostRevisions.postId', '=', postId)
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

const editPost = (nth: number, hasLink: boolean): Command =>
  command(`edit a post${hasLink ? ' with a link' : ''}`, async (model, world) => {
    const { backend, author } = world
    const post = pick(model, nth, isPost)
    if (!post) return
    await unlimited(world, author.userId, 'forumEdit')
    const api = backend.as(author.cookie)
    const own = await outcomeOf(api.call('GET /api/post/own-text', { id: post.id }))
    if (post.state === 'deleted' || post.state === 'removed') return expect(own).toBe(410)
    if (typeof own === 'number') throw new Error(`One’s own post was refused with ${own}.`)
    const marker = nextMarker(model)
    const text = { title: marker, content: `<p>${marker}${hasLink ? ` ${link}` : ''}</p>` }
    const sent = await outcomeOf(api.call('POST /api/post/update', { id: post.id, version: own.version, ...text }))
    if (isBanned(model, backend.clock.now())) return expect(sent).toBe(4004)
    if (typeof sent === 'number') throw new Error(`An edit was refused with ${sent}.`)
    const state = stateOf(sent.submissionCode)
    const isHeld = hasLink || (post.state !== 'public' && !isKnown(model))
    expect(state).toBe(isHeld ? 'waiting' : 'public')
    model.drafts.delete(`post/${post.id}`)
    if (post.state === 'public') dropWaiting(model, post)
    post.lastEdit = undefined
    if (post.state === 'public' && state === 'waiting') {
      const id = await lastRevision(world, post.id)
      post.lastEdit = add(model, { target: ForumTarget.revision, id, marker, post, state }, backend.clock.now())
      return
    }
    replaceWords(model, post, marker)
    post.state = state
  })

/** Whether a public comment may still be changed: for ten minutes, and while nobody reads an answer to it. */
function isStillOpen({ texts }: ForumModel, comment: ModelText, now: number): boolean {
  const isAnswered = texts.some((text) => isComment(text) && text.parentId === comment.id && text.state === 'public')
  return !isAnswered && now < (comment.publishedAt ?? 0) + commentEditMs
}

const editComment = (nth: number, hasLink: boolean): Command =>
  command(`edit a comment${hasLink ? ' with a link' : ''}`, async (model, world) => {
    const { backend, author } = world
    const comment = pick(model, nth, isComment)
    if (!comment) return
    await unlimited(world, author.userId, 'forumEdit')
    const api = backend.as(author.cookie)
    const now = backend.clock.now()
    const isOpen = isStillOpen(model, comment, now)
    if (isShown(comment)) {
      const { comments } = await api.call('GET /api/post/mine', { id: comment.post?.id ?? 0 })
      const editUntil = isOpen ? (comment.publishedAt ?? 0) + commentEditMs : null
      expect(comments).toContainEqual({ id: comment.id, version: comment.version, editUntil })
    }
    const marker = nextMarker(model)
    const edit = { id: comment.id, version: comment.version, content: hasLink ? `${marker} ${link}` : marker }
    const sent = await outcomeOf(api.call('POST /api/post/comment/update', edit))
    if (isBanned(model, now)) return expect(sent).toBe(4004)
    if (comment.state === 'deleted' || comment.state === 'removed') return expect(sent).toBe(410)
    const mayEdit = comment.post?.state === 'public' && (comment.state !== 'public' || isOpen)
    if (!mayEdit) return expect(sent).toBe(4004)
    if (typeof sent === 'number') throw new Error(`An edit of a comment was refused with ${sent}.`)
    expect(stateOf(sent.submissionCode)).toBe(hasLink ? 'waiting' : 'public')
    comment.version += 1
    replaceWords(model, comment, marker)
    if (hasLink) comment.state = 'waiting'
    else publish(comment, now)
  })

const like = (nth: number, isAuthor: boolean, wanted: boolean): Command =>
  command(wanted ? 'like' : 'like no more', async (model, world) => {
    const { backend } = world
    const text = pick(model, nth, (one) => !isRevision(one))
    if (!text) return
    const { userId, cookie } = isAuthor ? world.author : world.reporter
    await unlimited(world, userId, 'forumMark')
    const route = isPost(text) ? 'POST /api/post/like' : 'POST /api/post/comment/like'
    const done = await outcomeOf(backend.as(cookie).call(route, { id: text.id, wanted }))
    if (wanted && !isShown(text)) return expect(done).toBe(404)
    if (wanted) text.likes.add(userId)
    else text.likes.delete(userId)
    expect(done).toEqual({ wanted, count: text.likes.size })
  })

const keepDraft = (nth: number): Command =>
  command('keep a draft', async (model, world) => {
    const { backend, author, plateId } = world
    const posts = model.texts.filter(isPost)
    const places = [`plate/${plateId}`, ...posts.flatMap(({ id }) => [`post/${id}`, `thread/${id}`])]
    const place = places[nth % places.length] ?? ''
    await unlimited(world, author.userId, 'forumDraft')
    const marker = nextMarker(model)
    const version = model.drafts.get(place)?.version ?? 0
    const draft = { place, content: `<p>${marker}</p>`, version }
    const kept = await backend.as(author.cookie).call('POST /api/post/draft', draft)
    expect(kept?.version).toBe(version + 1)
    model.hidden.add(marker)
    model.drafts.set(place, { marker, version: version + 1 })
  })

const deleteOwn = (nth: number): Command =>
  command('delete one’s own', async (model, { backend, author }) => {
    const text = pick(model, nth, (one) => !isRevision(one) && one.state !== 'deleted')
    if (!text) return
    const api = backend.as(author.cookie)
    const { id } = text
    const done = await outcomeOf(
      isPost(text) ? api.call('GET /api/post/delete', { id }) : api.call('POST /api/post/comment/delete', { id }),
    )
    if (text.state === 'removed') return expect(done).toBe(404)
    expect(done).toBe(true)
    text.before = text.state
    text.state = 'deleted'
    text.deletedAt = backend.clock.now()
  })

const restoreOwn = (nth: number): Command =>
  command('bring one’s own back', async (model, { backend, author }) => {
    const text = pick(model, nth, ({ state }) => state === 'deleted')
    if (!text?.before) return
    const route = isPost(text) ? 'POST /api/post/restore' : 'POST /api/post/comment/restore'
    const done = await outcomeOf(backend.as(author.cookie).call(route, { id: text.id }))
    if (backend.clock.now() - text.deletedAt >= 7 * dayMs) return expect(done).toBe(410)
    expect(typeof done).toBe('object')
    bringBack(text)
  })

const nth = fc.nat({ max: 7 })

/** What an author does, and who likes it. */
export const writingCommands = [
  fc.constant(sendPost),
  fc.tuple(nth, fc.boolean(), fc.boolean()).map(([at, hasLink, answers]) => sendComment(at, hasLink, answers)),
  fc.tuple(nth, fc.boolean()).map(([at, hasLink]) => editPost(at, hasLink)),
  fc.tuple(nth, fc.boolean()).map(([at, hasLink]) => editComment(at, hasLink)),
  fc.tuple(nth, fc.boolean(), fc.boolean()).map(([at, isAuthor, wanted]) => like(at, isAuthor, wanted)),
  nth.map(keepDraft),
  nth.map(deleteOwn),
  nth.map(restoreOwn),
]
