import { readLocal, writeLocal } from '#client/browser/local-store.ts'

const key = 'searchHistory'

/** Terms kept in the browser, and how many of them the header shows. */
export const historyKept = 5
export const historyShown = 4

/** The list with a term at its head, distinct, at most five; a blank term changes nothing. */
export function withTerm(terms: readonly string[], term: string): readonly string[] {
  const text = term.trim()
  if (!text) return terms
  return [text, ...terms.filter((other) => other !== text)].slice(0, historyKept)
}

/** What was searched before, newest first. */
export function readHistory(): readonly string[] {
  const value = readLocal(key)
  if (!Array.isArray(value)) return []
  return value.filter((term): term is string => typeof term === 'string' && term.trim() !== '').slice(0, historyKept)
}

export function rememberTerm(term: string): void {
  writeLocal(key, withTerm(readHistory(), term))
}

export function clearHistory(): void {
  writeLocal(key, [])
}
