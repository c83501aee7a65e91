import { sql } from 'kysely'
import { expect } from 'vitest'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import type { TestBackend } from './backend-harness.ts'
import type { buildReviewer } from './forum-process-steps.ts'

/** `replaced`: of a revision over which another one was written; there is no row of it. */
export type TextState = 'waiting' | 'public' | 'refused' | 'removed' | 'deleted' | 'replaced'

/** A decision that was made about a text or its author. */
export interface ModelDecision {
  id: number
  act: DecisionAct
  tellAt: number
  isTold: boolean
  /** Taken back, lapsed, or told and final. */
  isOver: boolean
  bans: boolean
  appeal: 'none' | 'open' | 'answered'
  /** The words that it is about. */
  marker: string
  /** It answers the report of its text. */
  answersReport: boolean
}

/** A post, a revision of one or a comment, as it ought to be. */
export interface ModelText {
  target: ForumTarget
  id: number
  /** Stands in nothing else. */
  marker: string
  /** That it stands under, or revises. */
  post: ModelText | undefined
  /** The comment that it answers. */
  parentId: number | undefined
  state: TextState
  /** What it was before it was deleted or removed, and when it was deleted. */
  before: TextState | undefined
  deletedAt: number
  /** When everybody read it first. */
  publishedAt: number | undefined
  /** Of its words, as authors send it along with an edit. */
  version: number
  isReported: boolean
  /** The report has a case that nobody has decided. */
  reportIsOpen: boolean
  decisions: ModelDecision[]
  /** Who likes it. */
  likes: Set<number>
  /** Its last edit, of a post. */
  lastEdit: ModelText | undefined
}

export interface ForumModel {
  texts: ModelText[]
  /** Decisions about nobody's text. */
  bans: ModelDecision[]
  bannedUntil: { at: number; decisionId: number } | undefined
  count: number
  /** Words that no visitor reads any more, or yet: of drafts, and of texts that others have taken the place of. */
  hidden: Set<string>
  /** By their places. */
  drafts: Map<string, { marker: string; version: number }>
  /** How often the reporter was told of a result, and of an appeal that was won. */
  told: { results: number; overturned: number }
}

export const emptyModel = (): ForumModel => ({
  texts: [],
  bans: [],
  bannedUntil: undefined,
  count: 0,
  hidden: new Set(),
  drafts: new Map(),
  told: { results: 0, overturned: 0 },
})

export interface ForumWorld {
  readonly backend: TestBackend
  readonly author: { userId: number; cookie: string }
  readonly reporter: { userId: number; cookie: string }
  readonly office: Awaited<ReturnType<typeof buildReviewer>>
  readonly other: Awaited<ReturnType<typeof buildReviewer>>
  readonly plateId: number
}

export const untold = ({ decisions }: Pick<ModelText, 'decisions'>): ModelDecision | undefined =>
  decisions.find(({ isTold, isOver }) => !isTold && !isOver)

/** A decision of its review is on its way. */
const isDecided = ({ decisions }: ModelText): boolean =>
  decisions.some(
    ({ isTold, isOver, act }) => !isTold && !isOver && (act === DecisionAct.approve || act === DecisionAct.refuse),
  )

const isGone = (text: ModelText | undefined): boolean => text?.state === 'deleted' || text?.state === 'removed'

/** It waits, its post is there, and nobody has decided. */
export const isInQueue = (text: ModelText): boolean =>
  text.state === 'waiting' && !isDecided(text) && !isGone(text.post)

export const isRevision = ({ target }: ModelText): boolean => target === ForumTarget.revision
export const isPost = ({ target }: ModelText): boolean => target === ForumTarget.post

/** A post or a comment that everybody reads; the words of a revision that was published are its post's. */
export const isShown = (text: ModelText): boolean =>
  !isRevision(text) && text.state === 'public' && (text.post === undefined || text.post.state === 'public')

/** What any visitor can read of a plate, as one text. */
async function readAll({ backend, plateId }: ForumWorld): Promise<string> {
  const list = await backend.api.call('GET /api/post/list', { categoryId: plateId, pageSize: 50 })
  const parts: unknown[] = [list]
  for (const { id } of list.records) {
    parts.push(await backend.api.call('GET /api/post/detail', { id }))
    parts.push(await backend.api.call('GET /api/post/comment/comment-list', { postId: id, pageSize: 50 }))
  }
  return JSON.stringify(parts)
}

const statusOf = new Map<TextState | undefined, number>([
  ['waiting', PostStatus.pending],
  ['public', PostStatus.published],
  ['refused', PostStatus.rejected],
])

interface TextRow {
  target: ForumTarget
  id: number
  status: number
  gone: boolean
  removed: boolean
  likes: number
  waiting: number
  reported: number
}

const openCases = (kind: number, target: number, id: string) =>
  sql`(select count(*)::int from forum_cases k where k.kind = ${sql.lit(kind)} and k.target = ${sql.lit(target)} and k.target_id = ${sql.ref(id)} and k.closed_at is null)`

async function expectRows({ backend, plateId }: ForumWorld, texts: readonly ModelText[]): Promise<void> {
  const { rows } = await sql<TextRow>`
    select 1 as target, p.id, p.status, p.deleted_at is not null as gone, p.removed_at is not null as removed, p.like_count as likes,
      ${openCases(1, 1, 'p.id')} as waiting, ${openCases(2, 1, 'p.id')} as reported
    from forum_posts p where p.plate_id = ${plateId}
    union all select 2, v.id, v.status, false, false, 0, ${openCases(1, 2, 'v.id')}, 0
    from forum_post_revisions v join forum_posts p on p.id = v.post_id where p.plate_id = ${plateId}
    union all select 3, c.id, c.status, c.deleted_at is not null, c.removed_at is not null, c.like_count,
      ${openCases(1, 3, 'c.id')}, ${openCases(2, 3, 'c.id')}
    from forum_comments c join forum_posts p on p.id = c.post_id where p.plate_id = ${plateId}`.execute(backend.db)
  const there = texts.filter(({ state }) => state !== 'replaced')
  expect(rows).toHaveLength(there.length)
  for (const row of rows) {
    const text = there.find(({ target, id }) => target === row.target && id === row.id)
    if (!text) throw new Error('A text that nobody wrote.')
    const { marker, state } = text
    expect([marker, row.gone, row.removed]).toEqual([marker, isGone(text), state === 'removed'])
    const status = statusOf.get(state === 'removed' ? text.before : state)
    if (state !== 'deleted') expect([marker, row.status]).toEqual([marker, status])
    expect([marker, 'cases', row.waiting, row.reported]).toEqual([
      marker,
      'cases',
      isInQueue(text) ? 1 : 0,
      text.reportIsOpen ? 1 : 0,
    ])
    expect([marker, 'likes', row.likes]).toEqual([marker, 'likes', text.likes.size])
  }
}

/** Counters that differ from what is counted anew. */
const drift = (plateId: number) => sql`
  select p.id from forum_posts p where p.plate_id = ${plateId} and (p.comment_count <>
      (select count(*) from forum_comments c where c.post_id = p.id and c.status = 2 and c.deleted_at is null)
    or p.like_count <> (select count(*) from forum_post_likes k where k.post_id = p.id))
  union all select l.id from forum_plates l where l.id = ${plateId} and l.post_count <>
      (select count(*) from forum_posts p where p.plate_id = l.id and p.status = 2 and p.deleted_at is null)
  union all select c.id from forum_comments c join forum_posts p on p.id = c.post_id where p.plate_id = ${plateId}
    and ((c.floor is null) <> (c.published_at is null) or c.like_count <> (select count(*) from forum_comment_likes k where k.comment_id = c.id))
  union all select d.plate_id from forum_day_counts d where d.plate_id = ${plateId} and (d.posts < 0 or d.comments < 0)
  union all (select c.post_id from forum_comments c join forum_posts p on p.id = c.post_id where p.plate_id = ${plateId} and c.floor is not null
    group by c.post_id, c.floor having count(*) > 1)`

async function expectTold({ backend, reporter, author }: ForumWorld, { told, drafts }: ForumModel): Promise<void> {
  const { rows } = await sql<{ results: number; overturned: number }>`select
      (count(*) filter (where m.ref like 'forum-report:%'))::int as results,
      (count(*) filter (where m.ref like 'forum-overturned:%'))::int as overturned
    from user_messages u join notify_messages m on m.id = u.message_id where u.user_id = ${reporter.userId}`.execute(
    backend.db,
  )
  expect(rows[0]).toEqual(told)
  const kept = await sql<{ place: string; title: string; content: string; version: number }>`
    select place, title, content, version from forum_drafts where user_id = ${author.userId} order by place`.execute(
    backend.db,
  )
  const found = kept.rows.map(({ place, content, version }) => [place, markerIn(content), version])
  const wanted = [...drafts].map(([place, { marker, version }]) => [place, marker, version])
  expect(found).toEqual(wanted.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
}

const markerIn = (content: string): string => /标记.\d+号/.exec(content)?.[0] ?? ''

/**
 * The database, what everybody reads and the model say the same; counters equal a recount; what waits has a case, and nothing else; the
 * author's drafts are theirs; who reported was told what came of it.
 */
export async function expectSame(world: ForumWorld, model: ForumModel): Promise<void> {
  const seen = await readAll(world)
  for (const text of model.texts)
    if (!isRevision(text)) expect([text.marker, seen.includes(text.marker)]).toEqual([text.marker, isShown(text)])
    else if (text.state !== 'public') expect([text.marker, seen.includes(text.marker)]).toEqual([text.marker, false])
  for (const marker of model.hidden) expect([marker, seen.includes(marker)]).toEqual([marker, false])
  await expectRows(world, model.texts)
  expect((await drift(world.plateId).execute(world.backend.db)).rows).toEqual([])
  await expectTold(world, model)
}

/** Everybody reads it from now on. */
export function publish(text: ModelText, now: number): void {
  text.state = 'public'
  text.publishedAt ??= now
}

/** The office takes it down. */
export function takeDown(text: ModelText): void {
  text.before = text.state
  text.state = 'removed'
}

/** What was deleted or taken down is what it was. */
export function bringBack(text: ModelText): void {
  text.state = text.before ?? text.state
  text.before = undefined
}

/** The text that a number names, if one fits. */
export function pick(
  { texts }: Readonly<ForumModel>,
  nth: number,
  fits: (text: ModelText) => boolean,
): ModelText | undefined {
  const fitting = texts.filter(fits)
  return fitting[nth % Math.max(1, fitting.length)]
}

/** Other words take the place of a post's or a comment's. */
export function replaceWords(model: ForumModel, text: ModelText, marker: string): void {
  model.hidden.add(text.marker)
  text.marker = marker
}

/** What was refused lies among the drafts, unless something else of theirs lies there. */
export function giveBack({ drafts }: ForumModel, { target, marker, post, id, parentId }: ModelText): void {
  const place =
    target === ForumTarget.comment
      ? `thread/${post?.id}${parentId === undefined ? '' : `/${parentId}`}`
      : `post/${post?.id ?? id}`
  if (!drafts.has(place)) drafts.set(place, { marker, version: 1 })
}
