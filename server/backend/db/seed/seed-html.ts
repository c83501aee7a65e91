function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Paragraphs of the seed as HTML: '## ' is a heading, '> ' a quotation, '- ' an item of a list. */
export function toHtml(paragraphs: readonly string[]): string {
  const parts: string[] = []
  let items: string[] = []
  const closeList = (): void => {
    if (items.length > 0) parts.push(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)
    items = []
  }
  for (const paragraph of paragraphs) {
    if (paragraph.startsWith('- ')) {
      items.push(escape(paragraph.slice(2)))
      continue
    }
    closeList()
    if (paragraph.startsWith('## ')) parts.push(`<h2>${escape(paragraph.slice(3))}</h2>`)
    else if (paragraph.startsWith('> ')) parts.push(`<blockquote><p>${escape(paragraph.slice(2))}</p></blockquote>`)
    else parts.push(`<p>${escape(paragraph)}</p>`)
  }
  closeList()
  return parts.join('\n')
}
