import { ownValue } from '#shared/own-value.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of sanitised HTML, blocks parted by a blank. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|h2|h3|li|blockquote|pre|figcaption|br|tr|td|th)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ownValue(entities, name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
