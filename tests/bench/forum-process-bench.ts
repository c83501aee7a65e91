import { sql } from 'kysely'
import { countOverdue, listQueue } from '#server/backend/community/process/case-store.ts'
import { createWordMatcher } from '#server/backend/community/word-matcher.ts'
import { type Database, migrate, openMemoryDatabase } from '#server/backend/db/database.ts'
import { WordAction } from '#shared/contract/enums.ts'
import { type BenchLine, median } from './bench-line.ts'

const rounds = 41
const words = 20_000
const letters = 20_000
const matchGoalMs = 5
const queueGoal = 2

const alphabet = [...'的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年']

/** So many words of four to seven characters, and a text that nearly has them everywhere. */
function matchTimes(): number[] {
  const list = Array.from({ length: words }, (_, at) => ({
    word: Array.from(
      { length: 4 + (at % 4) },
      (_one, depth) => alphabet[(at * 7919 + depth * depth * 31 + (at >> depth)) % 30],
    ).join(''),
    action: WordAction.review,
  }))
  const matcher = createWordMatcher(list.map((one) => ({ ...one, word: `${one.word}终` })))
  const text = Array.from({ length: letters }, (_, at) => alphabet[(at * at + 7 * at) % 30]).join('')
  return Array.from({ length: rounds }, () => {
    const began = performance.now()
    matcher.find(text)
    return performance.now() - began
  })
}

async function fillCases(db: Database, plateId: number, count: number): Promise<void> {
  await sql`with made as (
      insert into forum_posts (plate_id, user_id, title, content_html, summary, status, created_at)
      select ${plateId}, 1, '第 ' || n || ' 篇', '<p>正文。</p>', '正文。', 1, now() - n * interval '1 second' from generate_series(1, ${sql.lit(count)}) n
      returning id, plate_id, user_id, created_at)
    insert into forum_cases (kind, target, target_id, post_id, plate_id, author_id, opened_at, due_at)
    select 1, 1, id, id, plate_id, user_id, created_at, created_at + interval '24 hours' from made`.execute(db)
}

async function queueTimes(count: number): Promise<number[]> {
  const database = await openMemoryDatabase()
  try {
    await migrate(database.db)
    await sql`insert into users (nickname) values ('同学'), ('老师')`.execute(database.db)
    await sql`insert into forum_plates (name) values ('插画')`.execute(database.db)
    await sql`alter table forum_posts disable trigger user`.execute(database.db)
    await fillCases(database.db, 1, count)
    await sql`analyze`.execute(database.db)
    const scope = { plateIds: null, userId: 2 }
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      const rows = await listQueue(database.db, scope, {}, 21)
      await countOverdue(database.db, scope, new Date(0), 100)
      if (rows.length !== 21) throw new Error('The queue isn’t full.')
      times.push(performance.now() - began)
    }
    return times
  } finally {
    await database.close()
  }
}

/** Words against a long text, and a long queue against a short one. */
export async function forumProcessBench(): Promise<BenchLine[]> {
  const match = median(matchTimes())
  const small = median(await queueTimes(100))
  const large = median(await queueTimes(100_000))
  const ratio = large / small
  return [
    {
      name: `forum: ${words} words against ${letters} characters`,
      value: `${match.toFixed(2)} ms`,
      goal: `≤ ${matchGoalMs} ms`,
      ok: match <= matchGoalMs,
    },
    {
      name: 'forum: a queue of 100,000 against one of 100',
      value: `${ratio.toFixed(2)}× (${large.toFixed(1)} ms against ${small.toFixed(1)} ms)`,
      goal: `≤ ${queueGoal}×`,
      ok: ratio <= queueGoal,
    },
  ]
}
