import type { ReactNode } from 'react'
import { highlightParts } from '#client/features/search/highlight-parts.ts'

/** A text with the searched words in red pen. */
export function Highlight({ text, search }: { text: string; search: string }): ReactNode {
  return highlightParts(text, search).map((part) => (part.hit ? <mark key={part.at}>{part.text}</mark> : part.text))
}
