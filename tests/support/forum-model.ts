import { sql } from 'kysely'
import { expect } from 'vitest'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import type { TestBackend } from './backend-harness.ts'
import type { buildReviewer } from './forum-process-steps.ts'
import type { createWriter } from './forum-writer.ts'

export type TextState = 'waiting' | 'public' | 'refused' | 'removed' | 'deleted'

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
}

/** A post or a comment, as it ought to be. */
export interface ModelText {
  target: ForumTarget
  id: number
  /** Stands in nothing else. */
  marker: string
  post: ModelText | undefined
  state: TextState
  /** What it was before it was deleted. */
  before: TextState | undefined
  isReported: boolean
  decisions: ModelDecision[]
}

export interface ForumModel {
  texts: ModelText[]
  /** Decisions about nobody's text. */
  bans: ModelDecision[]
  bannedUntil: { at: number; decisionId: number } | undefined
  count: number
}

export interface ForumWorld {
  readonly backend: TestBackend
  readonly author: { userId: number; cookie: string }
  readonly reporter: { userId: number; cookie: string }
  readonly office: Awaited<ReturnType<typeof buildReviewer>>
  readonly other: Awaited<ReturnType<typeof buildReviewer>>
  readonly writer: ReturnType<typeof createWriter>
  readonly plateId: number
}

export const untold = ({ decisions }: Pick<ModelText, 'decisions'>): ModelDecision | undefined =>
  decisions.find(({ isTold, isOver }) => !isTold && !isOver)

export const isShown = (text: ModelText): boolean =>
  text.state === 'public' && (text.post === undefined || text.post.state === 'public')

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

const statusOf: Readonly<Record<TextState, number | undefined>> = {
  waiting: PostStatus.pending,
  public: PostStatus.published,
  refused: PostStatus.rejected,
  removed: PostStatus.published,
  deleted: undefined,
}

/** The database, what everybody reads and the model say the same; counters equal a recount; what waits has a case, and nothing else. */
export async function expectSame(world: ForumWorld, { texts }: ForumModel): Promise<void> {
  const seen = await readAll(world)
  for (const text of texts) expect([text.marker, seen.includes(text.marker)]).toEqual([text.marker, isShown(text)])
  const { rows } = await sql<{
    target: ForumTarget
    id: number
    status: number
    gone: boolean
    removed: boolean
    open: number
  }>`
    select 1 as target, p.id, p.status, p.deleted_at is not null as gone, p.removed_at is not null as removed,
      (select count(*)::int from forum_cases k where k.kind = 1 and k.target = 1 and k.target_id = p.id and k.closed_at is null) as open
    from forum_posts p where p.plate_id = ${world.plateId}
    union all select 3, c.id, c.status, c.deleted_at is not null, c.removed_at is not null,
      (select count(*)::int from forum_cases k where k.kind = 1 and k.target = 3 and k.target_id = c.id and k.closed_at is null)
    from forum_comments c join forum_posts p on p.id = c.post_id where p.plate_id = ${world.plateId}`.execute(
    world.backend.db,
  )
  expect(rows).toHaveLength(texts.length)
  for (const row of rows) {
    const text = texts.find(({ target, id }) => target === row.target && id === row.id)
    if (!text) throw new Error('A text that nobody wrote.')
    const isGone = text.state === 'deleted' || text.state === 'removed'
    expect([text.marker, row.gone, row.removed]).toEqual([text.marker, isGone, text.state === 'removed'])
    if (text.state !== 'deleted') expect([text.marker, row.status]).toEqual([text.marker, statusOf[text.state]])
    const waits = text.state === 'waiting' && untold(text) === undefined && text.post?.state !== 'deleted'
    if (text.post === undefined) expect([text.marker, row.open]).toEqual([text.marker, waits ? 1 : 0])
  }
  const drift = await sql`select p.id from forum_posts p where p.plate_id = ${world.plateId} and p.comment_count <>
      (select count(*) from forum_comments c where c.post_id = p.id and c.status = 2 and c.deleted_at is null)
    union all select l.id from forum_plates l where l.id = ${world.plateId} and l.post_count <>
      (select count(*) from forum_posts p where p.plate_id = l.id and p.status = 2 and p.deleted_at is null)
    union all select c.id from forum_comments c join forum_posts p on p.id = c.post_id where p.plate_id = ${world.plateId}
      and (c.floor is null) <> (c.published_at is null)`.execute(world.backend.db)
  expect(drift.rows).toEqual([])
}

/** What an act does to a text's state when it is carried out. */
export const stateAfter = new Map<DecisionAct, TextState>([
  [DecisionAct.approve, 'public'],
  [DecisionAct.refuse, 'refused'],
  [DecisionAct.remove, 'removed'],
])

/** The text that a number names, if one fits. */
export function pick(
  { texts }: Readonly<ForumModel>,
  nth: number,
  fits: (text: ModelText) => boolean,
): ModelText | undefined {
  const fitting = texts.filter(fits)
  return fitting[nth % Math.max(1, fitting.length)]
}

export const isPost = ({ target }: ModelText): boolean => target === ForumTarget.post
