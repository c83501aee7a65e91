import type { ReactNode } from 'react'

/** A title that breaks at its punctuation first: each phrase is a box of its own. */
export function Phrases({ text }: { text: string }): ReactNode {
  const phrases = text.match(/[^：，；、—]+[：，；、—]*/g) ?? [text]
  return phrases.map((phrase, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: phrases of a text never change their order, and two may be alike
    <span key={`${index}-${phrase}`} className="phrase">
      {phrase}
    </span>
  ))
}
