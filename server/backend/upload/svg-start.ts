/** Markup that may stand before the root element, by how it begins and ends. */
const skipped: readonly (readonly [begin: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
]
const doctype = '<!DOCTYPE'
const root = '<svg'

function isSpace(text: string, at: number): boolean {
  const char = text[at]
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}

/** By its byte order mark, or by where the zero beside the first `<` stands; UTF-8 otherwise. */
function decode(head: Buffer): string {
  const [first, second] = head
  const name =
    (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(name).decode(head)
}

/** Where the doctype of a picture ends; -1 for any other, and for one with declarations of its own: they can multiply without end. */
function endOfDoctype(text: string, at: number): number {
  const end = text.indexOf('>', at)
  if (end < 0 || !isSpace(text, at + doctype.length)) return -1
  const said = text.slice(at + doctype.length, end).trim()
  const isPicture = said === 'svg' || (said.startsWith('svg') && isSpace(said, 3))
  return isPicture && !said.includes('[') ? end + 1 : -1
}

/** Where what stands at `at` before the root element ends; -1 when it may not stand there or doesn't end. */
function endOfProlog(text: string, at: number): number {
  for (const [begin, end] of skipped) {
    if (!text.startsWith(begin, at)) continue
    const found = text.indexOf(end, at + begin.length)
    return found < 0 ? -1 : found + end.length
  }
  return text.startsWith(doctype, at) ? endOfDoctype(text, at) : -1
}

/**
 * Whether the first bytes of a file lead to the root element of an SVG picture: spaces, declarations, comments and its doctype
 * may stand before it. One pass: every character is looked at a fixed number of times, whatever the file says.
 */
export function isSvgStart(head: Buffer): boolean {
  const text = decode(head)
  let at = 0
  while (at >= 0 && at < text.length) {
    if (isSpace(text, at)) at += 1
    else if (text.startsWith(root, at)) return isSpace(text, at + root.length) || text[at + root.length] === '>'
    else at = endOfProlog(text, at)
  }
  return false
}
