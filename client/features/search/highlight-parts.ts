/** A piece of a text, hit or not. */
export interface TextPart {
  /** Where it begins. */
  at: number
  text: string
  hit: boolean
}

/** Characters of a search that are looked for; nobody types more of a title. */
const longestSearch = 100

/** Cuts a text where the words of a search occur, whatever their case; the longest word wins. */
export function highlightParts(text: string, search: string): TextPart[] {
  const words = [...new Set(search.slice(0, longestSearch).trim().split(/\s+/).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  )
  if (words.length === 0 || !text) return [{ at: 0, text, hit: false }]
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu')
  let at = 0
  return text
    .split(pattern)
    .map((part, index) => {
      const piece = { at, text: part, hit: index % 2 === 1 }
      at += part.length
      return piece
    })
    .filter((part) => part.text !== '')
}
