import { createHash } from 'node:crypto'

export interface Heading {
  readonly id: string
  readonly text: string
  /** 2 or 3. */
  readonly level: number
}

/**
 * Clean HTML with an id at each heading, and the headings themselves. An id comes from the heading's words, so that an
 * address with `#…` stays true when paragraphs or other headings are added.
 */
export function withHeadingIds(clean: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const seen = new Map<string, number>()
  const nameOne = (whole: string, level: number, inner: string): string => {
    const text = inner
      .replace(/<[^<>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim()
    if (text === '') return whole
    const base = `h-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    const id = count === 1 ? base : `${base}-${count}`
    headings.push({ id, text, level })
    return `<h${level} id="${id}">${inner}</h${level}>`
  }
  let html = ''
  let from = 0
  let open: RegExpExecArray | undefined
  // tag by tag: a heading that doesn't end costs no search of its own
  for (const tag of clean.matchAll(/<(\/?)h([23])>/g)) {
    if (tag[1] === '') open ??= tag
    else if (open && open[2] === tag[2]) {
      const end = tag.index + tag[0].length
      const inner = clean.slice(open.index + open[0].length, tag.index)
      html += clean.slice(from, open.index) + nameOne(clean.slice(open.index, end), Number(tag[2]), inner)
      from = end
      open = undefined
    }
  }
  return { html: html + clean.slice(from), headings }
}
