/** A piece of folded text that can be searched for: Chinese characters in a row, or a word of letters and digits. */
export interface Run {
  readonly kind: 'han' | 'word'
  readonly text: string
}

// C++ and C# are words of their own
const runPattern = /([\p{Script=Han}〇]+)|([\p{L}\p{N}]+?(?=[\p{Script=Han}〇])|[\p{L}\p{N}]+(?:\+\+|#)?)/gu

/** The runs of a folded text in order; everything else parts them. */
export function runsOf(folded: string): Run[] {
  const runs: Run[] = []
  for (const [, han, word] of folded.matchAll(runPattern)) {
    if (han) runs.push({ kind: 'han', text: han })
    else if (word) runs.push({ kind: 'word', text: word })
  }
  return runs
}

/** Characters two by two, each with the next: '学插画' gives 学插, 插画. */
export function bigramsOf(han: string): string[] {
  const chars = [...han]
  return chars.slice(1).map((char, index) => `${chars[index]}${char}`)
}

/** What is left of a word when one letter is missing, and the word: two words that share one of them differ by about one letter. */
export function deletesOf(word: string): string[] {
  return [...new Set([word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))])]
}
