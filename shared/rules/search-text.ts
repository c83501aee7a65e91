/** Longest text that is searched for, in characters. */
export const searchTextMax = 64

/** Without control characters, blanks at the ends and in runs. */
function plainChars(text: string | null | undefined): string[] {
  const plain = (text ?? '')
    .slice(0, 2000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
  return [...plain.trim().replace(/\s+/g, ' ')]
}

/** The text as it is searched: without control characters, blanks at the ends and in runs, cut to the longest allowed. */
export function cleanSearchText(text: string | null | undefined): string {
  return plainChars(text).slice(0, searchTextMax).join('').trim()
}

/** The text is longer than what is searched for. */
export function isSearchTextCut(text: string | null | undefined): boolean {
  return plainChars(text).length > searchTextMax
}

/** The text has something to search for: signs, blanks and emoji find nothing. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
