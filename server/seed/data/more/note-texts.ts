import type { SeedArticle, Subject } from '../seed-types.ts'

/** Articles of one subject as text: a line '# category|title|summary', then their paragraphs, one a line. */
export interface NoteTexts {
  subject: Subject
  text: string
}

/** The articles of such a text; `authors` sign them in turn. */
export function readNotes({ subject, text }: NoteTexts, authors: readonly string[]): SeedArticle[] {
  return text
    .trim()
    .split(/^# /m)
    .filter(Boolean)
    .map((block, index) => {
      const [head = '', ...body] = block.trim().split('\n')
      const [category = '', title = '', summary = ''] = head.split('|')
      return { category, subject, title, summary, author: authors[index % authors.length] ?? '', body }
    })
}
