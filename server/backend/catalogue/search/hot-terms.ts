import type { Database } from '#server/backend/db/database.ts'
import { foldText } from './indexing/fold.ts'
import { listChosenTerms, listSearchedTerms } from './search-log-store.ts'

const shown = 12
/** Terms that the school chose keep at least so many places. */
const leastChosen = 4

/** Terms to offer: the school's links first, then what many search for, filled up with the school's own. */
export async function listHotSearches(db: Database): Promise<{ courseName: string; url: string | null }[]> {
  const [chosen, searched] = await Promise.all([listChosenTerms(db, shown), listSearchedTerms(db, shown)])
  const links = chosen.filter((item) => item.url)
  const own = chosen.filter((item) => !item.url)
  const known = new Set(chosen.map((item) => foldText(item.courseName)))
  const fresh = searched.filter((item) => !known.has(item.folded)).map((item) => ({ courseName: item.term, url: null }))
  const places = Math.max(0, shown - links.length - Math.min(leastChosen, own.length))
  // a chosen term that many search for stands before one that nobody does
  const heat = new Map(searched.map((item, index) => [item.folded, index]))
  const rankOf = (name: string): number => heat.get(foldText(name)) ?? shown
  const warmFirst = own.toSorted((a, b) => rankOf(a.courseName) - rankOf(b.courseName))
  return [...links, ...takeTurns(warmFirst, fresh.slice(0, places))].slice(0, shown)
}

function takeTurns<T>(first: readonly T[], second: readonly T[]): T[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((item) => item !== undefined)
}
