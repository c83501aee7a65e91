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
  const html = clean.replace(/<h([23])>([\s\S]*?)<\/h\1>/g, (whole, level: string, inner: string) => {
    const text = inner
      .replace(/<[^>]*>/g, '')
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
    headings.push({ id, text, level: Number(level) })
    return `<h${level} id="${id}">${inner}</h${level}>`
  })
  return { html, headings }
}
