/** A piece of a text, hit or not. */
export interface TextPart {
  text: string
  hit: boolean
}

/** Cuts a text where the words of a search occur, whatever their case; the longest word wins. */
export function highlightParts(text: string, search: string): TextPart[] {
  const words = [...new Set(search.trim().split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length)
  if (words.length === 0 || !text) return [{ text, hit: false }]
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
