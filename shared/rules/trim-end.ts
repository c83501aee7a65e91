/** A text without the characters at its end that are among `characters`; one pass from the end, whatever stands in it. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** An address or path without slashes at its end. */
export function withoutEndSlashes(path: string): string {
  return trimEndOf(path, '/')
}
