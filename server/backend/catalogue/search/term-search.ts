import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { DocumentKind } from './indexing/document.ts'
import { type RankedPage, rankDocuments, type SearchScope } from './rank-documents.ts'
import { allOf, anyOf, lexeme, type Need, planQuery } from './search-query.ts'
import type { Phrase, Term } from './search-terms.ts'
import { heardOf, wholeTitle } from './strict-search.ts'

/** Of each kind: every phrase of every term is looked for in each of them. */
const mostWeighed = 40
/** A whole text weighs more where it stands in one piece. */
const wholeBonus = 3
/** A word that staff know says more of what is meant than another. */
const knownWeight = 1.5

/** What one run of a phrase asks: a word of letters stands by itself, unless it is what was typed and nobody knows it. */
function queryOf(need: Need, place: 'title' | 'head' | 'any', isExact: boolean): string {
  if (need.kind === 'han' || !isExact) return need[place]
  return lexeme({ title: 'h', head: 't', any: 'x' }[place], need.text)
}

function phraseQuery(phrase: Phrase, place: 'title' | 'head' | 'any', isExact: boolean): string | undefined {
  const { needs } = planQuery(phrase.text)
  return needs.length === 0 ? undefined : allOf(needs.map((need) => queryOf(need, place, isExact)))
}

function termQuery(term: Term, place: 'title' | 'head' | 'any'): string[] {
  const queries = term.phrases.map((phrase, index) => phraseQuery(phrase, place, term.isKnown || index > 0))
  return queries.filter((query) => query !== undefined)
}

function textsOf(phrases: readonly Phrase[]): string[] {
  return phrases.map((phrase) => phrase.text)
}

/** The word that may be a sound, if there is one. */
function soundOf(term: Term): string | undefined {
  const [own] = term.phrases
  return !term.isKnown && own && /^[a-z]{2,}$/.test(own.text) ? own.text : undefined
}

/** The best place of any phrase, by its weight; `elsewhere` where none stands in title, names or lead. */
function placeOf(term: Term, elsewhere: number): RawBuilder<number> {
  const sound = soundOf(term)
  const heard = sound === undefined ? sql`0` : sql`case ${heardOf(sound)} else 0 end`
  return sql<number>`greatest(${sql.lit(elsewhere)}, ${heard}, (
    select max(p.weight * case when a.at = 1 then 10 + a.share when a.at between 2 and c.title_length then 8 + a.share
      when a.at between 1 and c.names_end then 6 when a.at > 0 then 4 else 0 end)
    from unnest(${textsOf(term.phrases)}::text[], ${term.phrases.map((phrase) => phrase.weight)}::float8[]) p(text, weight)
    cross join lateral (select case when strpos(c.head, p.text) = 0 then 0 when p.text ~ '^[a-z0-9]{1,4}$'
      -- a short word of letters also stands inside of others: 'ui' in 'build'
      then regexp_instr(c.head, '(?<![a-z0-9.])' || p.text || '(?![a-z0-9])') else strpos(c.head, p.text) end as at, 3 * least(1, length(p.text)::float8 / greatest(1, c.title_length)) as share) a))`
}

/** The same for what was typed: a short word of letters stands by itself, 'js' isn't in 'node.js'. */
function holdsOwnWord(texts: readonly string[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  const isShort = (word: string): boolean => /^[a-z0-9]{1,4}$/.test(word)
  const checks = texts.map((word) => {
    const holds = sql`strpos(${text}, ${word}) > 0`
    return isShort(word) ? sql`(${holds} and ${text} ~ ${`(?<![a-z0-9.])${word}(?![a-z0-9])`})` : holds
  })
  return sql<boolean>`(${sql.join(checks, sql` or `)})`
}

function holdsAny(texts: readonly string[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(${texts}::text[]) p(text) where strpos(${text}, p.text) > 0)`
}

function weightOf(term: Term): number {
  return Math.min(4, [...(term.phrases[0]?.text ?? '')].length) * (term.isKnown ? knownWeight : 1)
}

/** Whether any document holds all terms in the words that were typed, wherever they stand. */
export async function holdsTyped(
  db: Database,
  terms: readonly Term[],
  kinds: readonly DocumentKind[],
): Promise<boolean> {
  const spelt = terms.filter((term) => soundOf(term) === undefined)
  const queries = spelt.map((term) => term.own.flatMap((text) => phraseQuery({ text, weight: 1 }, 'any', true) ?? []))
  if (queries.length === 0 || queries.some((list) => list.length === 0)) return false
  const holds = sql.join(
    spelt.map((term) => holdsOwnWord([...term.own], sql`t.folded`)),
    sql` and `,
  )
  const { rows } = await sql`
    select 1 from search_candidates(array[${allOf(queries.map(anyOf))}]::tsquery[], ${kinds}::smallint[], 5) c
    join search_texts t on t.id = c.id where ${holds} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Documents that hold every one of the terms or, `some`, those that hold most of them, in title, names or lead, the best
 * first. A term is held by any of its phrases.
 */
export async function searchTerms(
  db: Database,
  terms: readonly Term[],
  match: 'every' | 'some',
  scope: SearchScope,
): Promise<RankedPage> {
  const join = match === 'every' ? allOf : anyOf
  const query = (place: 'title' | 'head' | 'any'): string => join(terms.map((term) => anyOf(termQuery(term, place))))
  const all = terms.reduce((sum, term) => sum + weightOf(term), 0)
  const places = terms.map((term) => sql`${sql.lit(weightOf(term))} * ${placeOf(term, match === 'every' ? 1.5 : 0)}`)
  const whole = terms.map((term) => term.phrases[0]?.text ?? '').join('')
  // a word of letters may be a sound, which the texts don't hold
  const spelt = terms.filter((term) => soundOf(term) === undefined)
  const every = (
    lists: readonly string[][],
    holds: (texts: readonly string[]) => RawBuilder<boolean>,
  ): RawBuilder<boolean> =>
    lists.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(lists.map(holds), sql` and `)}`
  return rankDocuments(
    db,
    {
      headQueries: [query('title'), query('head')],
      textQuery: match === 'every' ? query('any') : undefined,
      most: mostWeighed,
      holds: (text) =>
        match === 'every'
          ? every(
              spelt.map((term) => textsOf(term.phrases)),
              (texts) => holdsAny(texts, text),
            )
          : sql<boolean>`true`,
      holdsOwn: (text) =>
        every(
          spelt.map((term) => [...term.own]),
          (texts) => holdsOwnWord(texts, text),
        ),
      place: sql<number>`(${sql.join(places, sql` + `)}) / ${sql.lit(all)}::float8`,
      bonus: sql<number>`case when strpos(c.head, ${whole}) between 1 and c.names_end then ${sql.lit(terms.length > 1 ? wholeBonus : 0)} else 0 end + ${wholeTitle(whole)}`,
    },
    scope,
  )
}
