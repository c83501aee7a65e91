import { createHash } from 'node:crypto'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { PostText } from './publication-store.ts'

const summaryLength = 64

/** The same for texts that differ in blanks and width only: what is said twice is known by it. */
export function textHash(...texts: readonly string[]): string {
  const folded = texts.map((text) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')).join('\n')
  return createHash('sha256').update(folded).digest('base64url')
}

/** What a post's row holds of a clean text: the text, its first words and its first picture. */
export function toPostText(title: string, contentHtml: string): PostText {
  const { html, text } = sanitiseHtml(contentHtml, { links: 'user' })
  const words = Array.from(text.replace(/\n/g, ' '))
  return {
    title,
    contentHtml: html,
    summary: words.length > summaryLength ? `${words.slice(0, summaryLength - 1).join('')}…` : words.join(''),
    coverImg: /<img src="([^"<>]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null,
    textHash: textHash(title, html),
  }
}
