import { foldText } from './indexing/fold.ts'

/** Characters; the numbers looked for below aren't longer. */
const longestCounted = 20

/**
 * The form under which searches for the same thing are counted, or null for what shall not be shown to others: numbers of
 * phones and cards, addresses, anything too long for a term.
 */
export function countedForm(term: string): string | null {
  const folded = foldText(term).replace(/\s+/g, ' ').trim()
  const length = [...folded].length
  if (length < 2 || length > longestCounted) return null
  const isPersonal =
    /\d[\d -]{4,18}\d|@|https?:|www\.|\.(?:com|cn|net)\b|(?:微信|qq|vx|电话|手机) ?[:：]? ?[a-z0-9]/.test(folded)
  return isPersonal || !/[\p{L}\p{N}]/u.test(folded) ? null : folded
}
