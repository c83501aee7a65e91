/** The name that is being typed after an @ before the cursor; undefined outside of one. */
export function atQuery(text: string, cursor: number): string | undefined {
  const found = /(?:^|[\s，。！？、：；])@([^\s@]{0,20})$/u.exec(` ${text.slice(0, cursor)}`)
  return found?.[1]
}

/** The text with a name in place of what was typed after the @, and where the cursor goes. */
export function withName(text: string, cursor: number, nickname: string): { text: string; cursor: number } {
  const begin = text.lastIndexOf('@', cursor - 1)
  const head = `${text.slice(0, Math.max(0, begin))}@${nickname} `
  return { text: head + text.slice(cursor), cursor: head.length }
}

/** Who of those that were picked is still called by the text. */
export function calledIds(text: string, picked: readonly { userId: string; nickname: string }[]): string[] {
  return [...new Set(picked.filter(({ nickname }) => text.includes(`@${nickname}`)).map(({ userId }) => userId))].slice(
    0,
    10,
  )
}
