import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { isShort, partedPattern } from './text-place.ts'

/** So many of a kind are asked whether they hold what was typed, of so many that the index has. */
const mostAsked = 5

const mostScanned = 100

/** What was typed stands in a text; a short word of letters by itself, 'js' isn't in 'node.js'. */
function holdsOwnWord(texts: readonly string[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  const checks = texts.flatMap((word) => {
    const holds = sql`strpos(${text}, ${word}) > 0`
    const parted = partedPattern(word)
    return [
      isShort(word) ? sql`(${holds} and ${text} ~ ${`(?<![a-z0-9.])${word}(?![a-z0-9])`})` : holds,
      ...(parted === null ? [] : [sql`${text} ~ ${parted}`]),
    ]
  })
  return sql<boolean>`(${sql.join(checks, sql` or `)})`
}

/** Whether one of the first documents that the index has for a query holds one word of each list. */
export async function holdsOneOfEach(
  db: Database,
  asked: {
    readonly query: string
    readonly kinds: readonly DocumentKind[]
    readonly words: readonly (readonly string[])[]
  },
): Promise<boolean> {
  const holds = sql.join(
    asked.words.map((texts) => holdsOwnWord(texts, sql`t.folded`)),
    sql` and `,
  )
  const { rows } = await sql`
    select 1 from search_hits(array[${asked.query}]::tsquery[], ${asked.kinds}::smallint[], 0, ${sql.lit(mostAsked)}, ${sql.lit(mostAsked)}, ${sql.lit(mostScanned)}) c
    join search_texts t on t.id = c.id where ${holds} limit 1`.execute(db)
  return rows.length > 0
}
