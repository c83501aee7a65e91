import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { isShort, partedPattern } from './text-place.ts'

/** What is known of a document before it is shown. */
export interface Candidate {
  readonly id: number
  readonly kind: DocumentKind
  readonly refId: number
  readonly titleLength: number
  readonly namesEnd: number
  readonly popularity: number
  readonly publishedAt: Date | null
  /** Title, names and lead, folded, a line each. */
  readonly head: string
  /** How title and names sound. */
  readonly sound: string
  /** Found by what stands anywhere, and not by title or names. */
  readonly inText: boolean
  /** Within its kind, from 1. */
  readonly place: number
  /** How many of its kind the index has; what it looked at to know that has an end. */
  readonly many: number
  /** For each of the texts that were asked for whether it stands anywhere, then for the short words among them whether they stand by themselves. */
  readonly holds: readonly boolean[]
}

/** What is asked of the index. */
export interface IndexQuestion {
  /** tsqueries for title and names, the best places first. */
  readonly headQueries: readonly string[]
  /** tsquery for any place, for kinds of which the others give few, and by which all are counted; null where only title and names are asked. */
  readonly textQuery: string | null
  /** Texts of which `holds` and `holdsOwn` ask. */
  readonly texts: readonly string[]
}

/** What the index has for a plan, with what is read of it. A text is unpacked once, and only where something is asked of it. */
export async function readCandidates(
  db: Database,
  { headQueries, textQuery, texts }: IndexQuestion,
  kinds: readonly DocumentKind[],
  most: { heads: number; texts: number; enough: number; scanned: number },
): Promise<Candidate[]> {
  const asked = [...texts, ...texts.filter(isShort)]
  const isAlone = asked.map((_, index) => index >= texts.length)
  const parted = asked.map(partedPattern)
  const holds =
    asked.length === 0
      ? sql`'{}'::boolean[]`
      : sql`case when c.in_text then array(
          select coalesce(strpos(f.folded, p.text) > 0 and (not p.is_alone or f.folded ~ ('(?<![a-z0-9.])' || p.text || '(?![a-z0-9])')) or f.folded ~ p.parted, false)
          from (select t.folded || '' as folded offset 0) f,
            unnest(${asked}::text[], ${isAlone}::boolean[], ${parted}::text[]) with ordinality p(text, is_alone, parted, at) order by p.at) end`
  const { rows } = await sql<Candidate>`
    select c.*, t.head, t.sound, ${holds} as holds
    from search_hits(${[...new Set(headQueries), textQuery]}::tsquery[], ${kinds}::smallint[], ${most.heads}::integer, ${most.texts}::integer,
      ${most.enough}::integer, ${most.scanned}::integer) c join search_texts t on t.id = c.id`.execute(db)
  return rows
}
