import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { mostCounted, type RankedPage, rankDocuments, type SearchScope } from './rank-documents.ts'
import { allOf, type Need, type SearchQuery } from './search-query.ts'

/** Where a word of letters is heard: first letters weigh most where it has no vowel, else whole syllables. */
export function heardOf(word: string): RawBuilder<unknown> {
  const [first, second] = /[aeiouv]/.test(word) ? ([1, 2] as const) : ([2, 1] as const)
  const part = (which: number): RawBuilder<string> =>
    sql`split_part(split_part(c.sound, '|', 1), '~', ${sql.lit(which)})`
  return sql`when strpos(${part(first)}, ${word}) = 1 then 7 when strpos(${part(first)}, ${word}) > 0 then 6
    when strpos(${part(second)}, ${word}) > 0 then 5 when strpos(c.sound, ${word}) > 0 then 4.5`
}

/** Where a run stands: 10 at the title's begin, 8 in it (and more, the more of it it is), 6 in a name, 4 in the lead, 4.5 to 7 where it is heard, 1.5 elsewhere. */
function placeOf(need: Need): RawBuilder<number> {
  const share = sql`3 * least(1, ${sql.lit([...need.text].length)}::float8 / greatest(1, c.title_length))`
  return sql<number>`(select case when p.at = 1 then 10 + ${share} when p.at between 2 and c.title_length then 8 + ${share}
    when p.at between 1 and c.names_end then 6 when p.at > 0 then 4 ${need.kind === 'word' ? heardOf(need.text) : sql``} else 1.5 end
    from (select strpos(c.head, ${need.text}) as at) p)`
}

/** More for a whole title. */
export function wholeTitle(text: string): RawBuilder<number> {
  const length = [...text].length
  return sql<number>`case when c.title_length <= ${sql.lit(length)} and left(c.head, c.title_length) = ${text} then 4 else 0 end`
}

function isLong(need: Need): boolean {
  return need.kind === 'han' && [...need.text].length > 2
}

/** Runs of three and more stand in one piece, which their pairs alone don't say. */
function inOnePiece(needs: readonly Need[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  const long = needs.filter(isLong)
  return long.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(
        long.map((need) => sql`strpos(${text}, ${need.text}) > 0`),
        sql` and `,
      )}`
}

/** Documents that hold every run of the text, the best first. */
export async function searchStrictly(
  db: Database,
  { needs, text }: SearchQuery,
  scope: SearchScope,
): Promise<RankedPage> {
  return rankDocuments(
    db,
    {
      headQueries: [allOf(needs.map((need) => need.title)), allOf(needs.map((need) => need.head))],
      textQuery: allOf(needs.map((need) => need.any)),
      most: mostCounted,
      holds: (place) => inOnePiece(needs, place),
      holdsOwn: () => sql<boolean>`true`,
      place: sql<number>`(${sql.join(needs.map(placeOf), sql` + `)}) / ${sql.lit(needs.length)}::float8`,
      bonus: wholeTitle(text),
    },
    scope,
  )
}
