import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import type { Run } from './indexing/runs.ts'
import { anyOf, type Reading } from './search-query.ts'

/** So many of each kind are weighed. */
const mostWeighed = 24

/** Of so many that the index has: a mistake has many readings, and what is near is among the first. */
const mostScanned = 200

/** A document that is near to what was typed. */
export interface LooseCandidate {
  id: number
  kind: DocumentKind
  refId: number
  titleLength: number
  namesEnd: number
  popularity: number
  head: string
  sound: string
  /** For each word whether it stands anywhere. */
  holds: boolean[]
}

/** What the index has for these readings, and which of the words each document holds. */
export async function readLooseCandidates(
  db: Database,
  { kinds, place }: LooseScope,
  readings: readonly Reading[],
  words: readonly Run[],
): Promise<LooseCandidate[]> {
  const queries = readings.filter((reading) => reading.place === place).map((reading) => reading.query)
  if (queries.length === 0) return []
  const holds = sql`array[${sql.join(words.map((word) => sql`(strpos(t.head, ${word.text}) > 0 or strpos(t.folded, ${word.text}) > 0)`))}]::boolean[]`
  const query = anyOf(queries)
  const asked = place === 'head' ? [query, null] : [query]
  const { rows } = await sql<LooseCandidate>`
    select c.id, c.kind, c.ref_id, c.title_length, c.names_end, c.popularity, t.head, t.sound, ${holds} as holds
    from search_hits(${asked}::tsquery[], ${kinds}::smallint[], ${sql.lit(mostWeighed)}, ${sql.lit(mostWeighed)},
      ${sql.lit(mostWeighed)}, ${sql.lit(mostScanned)}) c join search_texts t on t.id = c.id`.execute(db)
  return rows
}

/** What is looked at: title and names, where mistakes are found; or any place, where words stand apart. */
export interface LooseScope {
  readonly kinds: readonly DocumentKind[]
  readonly place: Reading['place']
}
