import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Config } from '#server/config/config.ts'
import { DocumentKind, LectureType } from '#shared/contract/enums.ts'
import { articleUrl, detailUrl, workUrl } from '#shared/rules/detail-url.ts'

/** Who is told of changed pages. */
export const Engine = { indexNow: 1, baidu: 2 } as const
export type Engine = (typeof Engine)[keyof typeof Engine]

/** One page that an engine is to be told of. */
export interface Push {
  readonly path: string
  /** Rises with each further change: what changes while it is being sent is sent again. */
  readonly version: number
  readonly tries: number
}

/** What changes again within this time is told once. */
const windowMs = 60_000
/** A process that stops between taking and sending: then the pages are due again. */
const leaseMs = 5 * 60_000
const longestWaitMs = 6 * 3_600_000
const mostTries = 12
/** Of each engine; what doesn't fit any more its crawler finds in the sitemap. */
const mostWaiting = 20_000

/** The engines that are configured. */
export function enginesOf({ searchEngines }: Pick<Config, 'searchEngines'>): Engine[] {
  return [...(searchEngines.indexNow ? [Engine.indexNow] : []), ...(searchEngines.baidu ? [Engine.baidu] : [])]
}

async function pathsOf(db: Database, kind: DocumentKind, ids: readonly number[]): Promise<string[]> {
  if (kind === DocumentKind.classes) return ids.map((id) => detailUrl(LectureType.classSystem, id))
  if (kind === DocumentKind.article) return ids.map(articleUrl)
  if (kind === DocumentKind.work) return ids.map(workUrl)
  if (kind === DocumentKind.post) return ids.map((id) => `/bbs/detail/${id}`)
  const rows =
    ids.length > 0
      ? await db
          .selectFrom('products')
          .select(['products.id', 'products.lectureType'])
          .where('products.id', 'in', ids)
          .execute()
      : []
  return rows.map((row) => detailUrl(row.lectureType, row.id))
}

async function put(db: Database, engine: Engine, paths: readonly string[], dueAt: Date): Promise<void> {
  if (paths.length === 0) return
  await sql`
    insert into search_pushes (engine, path, due_at)
    select ${engine}::smallint, p.path, ${dueAt}::timestamptz from unnest(${paths}::text[]) as p (path)
    where (select count(*) from search_pushes w where w.engine = ${engine}) < ${sql.lit(mostWaiting)}
    on conflict (engine, path) do update set version = search_pushes.version + 1, tries = 0`.execute(db)
}

/** Notes, with the change itself, things whose pages have changed (`shown`) or are public no more (`gone`). Baidu takes no pages that are gone. */
export async function notePushes(
  trx: DatabaseTransaction,
  ctx: Pick<BackendContext, 'config' | 'clock'>,
  { kind, shown, gone }: { kind: DocumentKind; shown: readonly number[]; gone: readonly number[] },
): Promise<void> {
  const engines = enginesOf(ctx.config)
  if (engines.length === 0) return
  const dueAt = new Date(ctx.clock.now() + windowMs)
  const [shownPaths, gonePaths] = [await pathsOf(trx, kind, shown), await pathsOf(trx, kind, gone)]
  for (const engine of engines)
    await put(trx, engine, engine === Engine.baidu ? shownPaths : [...shownPaths, ...gonePaths], dueAt)
}

/** Takes at most `most` pages that are due; whoever takes them has five minutes to send them. */
export async function takePushes(db: Database, engine: Engine, now: number, most: number): Promise<Push[]> {
  const { rows } = await sql<Push>`
    update search_pushes q set due_at = ${new Date(now + leaseMs)}
    where q.engine = ${engine} and q.path in (
      select w.path from search_pushes w where w.engine = ${engine} and w.due_at <= ${new Date(now)} order by w.due_at, w.path limit ${most} for update skip locked)
    returning q.path, q.version, q.tries`.execute(db)
  return rows
}

/** Forgets pages that have been sent; those that changed meanwhile stay, and are due when the window is over. */
export async function forgetPushes(db: Database, engine: Engine, sent: readonly Push[], now: number): Promise<void> {
  const [paths, versions] = [sent.map(({ path }) => path), sent.map(({ version }) => version)]
  await sql`
    delete from search_pushes q using unnest(${paths}::text[], ${versions}::integer[]) as s (path, version)
    where q.engine = ${engine} and q.path = s.path and q.version = s.version`.execute(db)
  await sql`update search_pushes set due_at = ${new Date(now + windowMs)} where engine = ${engine} and path = any(${paths}::text[])`.execute(
    db,
  )
}

/** Puts pages back that could not be sent: each time for twice as long; after twelve times they are dropped. Answers how many were. */
export async function delayPushes(db: Database, engine: Engine, failed: readonly Push[], now: number): Promise<number> {
  const waitMs = (tries: number): number => Math.min(longestWaitMs, windowMs * 2 ** tries)
  for (const tries of new Set(failed.map((push) => push.tries))) {
    const paths = failed.filter((push) => push.tries === tries).map(({ path }) => path)
    await sql`update search_pushes set tries = tries + 1, due_at = ${new Date(now + waitMs(tries))} where engine = ${engine} and path = any(${paths}::text[])`.execute(
      db,
    )
  }
  const { rows } =
    await sql`delete from search_pushes where engine = ${engine} and tries >= ${sql.lit(mostTries)} returning path`.execute(
      db,
    )
  return rows.length
}
