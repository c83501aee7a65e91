import { sql } from 'kysely'
import {
  type Database,
  migrate,
  type OpenDatabase,
  openMemoryDatabase,
  openPostgres,
} from '#server/backend/db/database.ts'
import { countPosts, findPostCards, listPostIds, type PostSort } from '#server/backend/community/post-store.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { type BenchLine, median } from './bench-line.ts'

const small = 1500
const rounds = 41
const far = 100
const sorts: readonly PostSort[] = ['active', 'new', 'hot']

/** A plate with so many posts of two hundred people, some pinned, one in fifty essence; answers its key. */
async function addPlate(db: Database, name: string, posts: number): Promise<number> {
  const plate = await db
    .insertInto('forumPlates')
    .values({ name, sort: posts, postCount: posts })
    .returning('forumPlates.id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into forum_posts (plate_id, user_id, title, content_html, summary, status, is_top, is_essence, view_count, comment_count, created_at, published_at, active_at)
    select ${plate.id}, 1 + n % 200, '第 ' || n || ' 篇帖子', '<p>正文。</p>', '先说一说今天做了什么，再说卡在哪里，最后请大家看看。', 2, n <= 3, n % 50 = 0,
      hashint4(n) & 4095, hashint4(n + 1000000) & 63, t.at, t.at, t.at + (hashint4(n + 2000000) & 65535) * interval '1 second'
    from generate_series(1, ${sql.lit(posts)}) n cross join lateral (select now() - (hashint4(n + 3000000) & 67108863) * interval '1 second' as at) t`.execute(
    db,
  )
  return plate.id
}

async function fill(database: OpenDatabase, large: number): Promise<{ small: number; large: number }> {
  await migrate(database.db)
  // filling takes longer than any call of the site may
  return database.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    return fillPlates(db, large)
  })
}

async function fillPlates(db: Database, large: number): Promise<{ small: number; large: number }> {
  await sql`insert into users (nickname) select '同学' || n from generate_series(1, 200) n`.execute(db)
  // what is written is noted for the search index, which this measures not
  await sql`alter table forum_posts disable trigger user`.execute(db)
  const plates = { small: await addPlate(db, '小版块', small), large: await addPlate(db, '大版块', large) }
  await sql`vacuum analyze`.execute(db)
  return plates
}

/** A page of a list as the site asks for it: cards and how many there are. */
async function readPage(
  { db }: OpenDatabase,
  plateId: number | undefined,
  sort: PostSort,
  pageNum: number,
): Promise<number> {
  const [ids] = await Promise.all([
    listPostIds(db, { plateId, sort }, { pageNum, pageSize: 20 }),
    countPosts(db, { plateId, sort }),
  ])
  return (await findPostCards(db, ids)).length
}

async function timed(read: () => Promise<number>): Promise<number> {
  const began = performance.now()
  await read()
  return performance.now() - began
}

/** One page against another, in turn. */
async function compare(name: string, read: () => Promise<number>, base: () => Promise<number>): Promise<BenchLine> {
  if ((await read()) < 20 || (await base()) < 20) throw new Error(`${name}: a page isn't full`)
  const times: number[] = []
  const baseTimes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timed(read))
    baseTimes.push(await timed(base))
  }
  const ratio = median(times) / median(baseTimes)
  return {
    name,
    value: `${ratio.toFixed(2)} (${median(times).toFixed(2)} ms, ${median(baseTimes).toFixed(2)} ms)`,
    goal: '<= 3.00',
    ok: ratio <= 3,
  }
}

/**
 * What a plate of a million posts costs beside one of 1,500, and its hundredth page beside the first: on the server that
 * TEST_DATABASE_URL names; embedded with 50,000 posts.
 */
export async function forumBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const large = url ? 1_000_000 : 50_000
  const name = `xueyuan_forum_bench_${process.pid}`
  if (url) await runOnServer(url, `create database ${name}`)
  const database = url ? openPostgres(withDatabase(url, name), () => undefined) : await openMemoryDatabase()
  try {
    const plates = await fill(database, large)
    const page = (plateId: number | undefined, sort: PostSort, pageNum: number) => () =>
      readPage(database, plateId, sort, pageNum)
    const lines: BenchLine[] = []
    for (const sort of sorts) {
      const label = `${database.kind}, posts of a plate, ${sort}`
      const first = page(plates.small, sort, 1)
      lines.push(
        await compare(`${label}: page 1 of ${large} against page 1 of ${small}`, page(plates.large, sort, 1), first),
      )
      lines.push(
        await compare(
          `${label}: page ${far} of ${large} against page 1 of ${small}`,
          page(plates.large, sort, far),
          first,
        ),
      )
      lines.push(
        await compare(
          `${database.kind}, all posts, ${sort}: page ${far} against page 1`,
          page(undefined, sort, far),
          page(undefined, sort, 1),
        ),
      )
    }
    return lines
  } finally {
    await database.close()
    if (url) await runOnServer(url, `drop database ${name} with (force)`)
  }
}
