let hear: ((text: string) => void) | undefined

/** Who writes hears of words that were taken back. */
export function listenToDraft(listener: (text: string) => void): () => void {
  hear = listener
  return () => {
    if (hear === listener) hear = undefined
  }
}

/** Words that weren't sent go back to where they are written. */
export function noteDraft(text: string): void {
  hear?.(text)
}
