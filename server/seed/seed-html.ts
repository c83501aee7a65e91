import { escapeHtml } from '#shared/rules/escape-html.ts'

/** Paragraphs of the seed as HTML: '## ' is a heading, '> ' a quotation, '- ' an item of a list. `figure` follows the first. */
export function toHtml(paragraphs: readonly string[], figure?: string): string {
  const parts: string[] = []
  let items: string[] = []
  const closeList = (): void => {
    if (items.length > 0) parts.push(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)
    items = []
  }
  for (const paragraph of paragraphs) {
    if (paragraph.startsWith('- ')) {
      items.push(escapeHtml(paragraph.slice(2)))
      continue
    }
    closeList()
    if (paragraph.startsWith('## ')) parts.push(`<h2>${escapeHtml(paragraph.slice(3))}</h2>`)
    else if (paragraph.startsWith('> ')) parts.push(`<blockquote><p>${escapeHtml(paragraph.slice(2))}</p></blockquote>`)
    else parts.push(`<p>${escapeHtml(paragraph)}</p>`)
  }
  closeList()
  if (figure) parts.splice(1, 0, figure)
  return parts.join('\n')
}
