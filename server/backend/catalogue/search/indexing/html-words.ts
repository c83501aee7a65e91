import { ownValue } from '#shared/own-value.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
}

/** Without what stands between the tags of style sheets and scripts; one without an end goes to the end of the text, as in browsers. */
function withoutCode(html: string): string {
  let kept = ''
  let from = 0
  let inside: string | undefined
  for (const match of html.matchAll(/<(\/?)(style|script)\b/gi)) {
    const name = (match[2] ?? '').toLowerCase()
    if (inside === undefined && match[1] === '') {
      kept += `${html.slice(from, match.index)} `
      inside = name
    } else if (inside === name && match[1] === '/') {
      const end = html.indexOf('>', match.index)
      from = end < 0 ? html.length : end + 1
      inside = undefined
    }
  }
  return inside === undefined ? kept + html.slice(from) : kept
}

/** The words of stored HTML, one line a block. For the index only: nothing of it is shown as HTML. */
export function htmlWords(html: string): string {
  return withoutCode(html)
    .replace(/<(?:br|hr|\/p|\/h\d|\/li|\/blockquote|\/pre|\/figcaption|\/caption|\/t[rdh])\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(\d{1,7});/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/&([a-z]{2,5});/gi, (whole, name: string) => ownValue(entities, name.toLowerCase()) ?? whole)
    .replaceAll('\0', '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}
