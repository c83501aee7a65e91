/** Longest text that is searched for, in characters. */
export const searchTextMax = 64

/** The text as it is searched: without control characters, blanks at the ends and in runs, cut to the longest allowed. */
export function cleanSearchText(text: string | null | undefined): string {
  const plain = (text ?? '')
    .slice(0, 2000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
  return [...plain.trim().replace(/\s+/g, ' ')].slice(0, searchTextMax).join('').trim()
}
