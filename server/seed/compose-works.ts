import { remarks, workAuthors } from './data/more/work-lines.ts'
import { madeWorks } from './data/more/works-made.ts'
import { visualWorks } from './data/more/works-visual.ts'
import type { SeedWork, Subject } from './data/seed-types.ts'

/** Works besides those of the first file; subjects take turns, as do the teachers' words within a subject. */
export function composeWorks(): SeedWork[] {
  const bySubject = new Map<Subject, SeedWork[]>()
  const lists = [...visualWorks, ...madeWorks].map(({ subject, category, lines }) => ({
    subject,
    category,
    works: lines
      .trim()
      .split('\n')
      .map((line) => line.split('|')),
  }))
  const longest = Math.max(...lists.map(({ works }) => works.length))
  for (let row = 0; row < longest; row += 1) {
    for (const [place, { subject, category, works }] of lists.entries()) {
      const [title, intro] = works[row] ?? []
      if (title === undefined || intro === undefined) continue
      const own = bySubject.get(subject) ?? []
      bySubject.set(subject, own)
      const { good, next } = remarks[subject]
      const round = Math.floor(own.length / good.length)
      own.push({
        subject,
        category,
        title,
        intro,
        author: workAuthors[(row * 17 + place * 5) % workAuthors.length] ?? '',
        comment: `${good[own.length % good.length]}${next[(own.length + round) % next.length]}`,
      })
    }
  }
  const queues = [...bySubject.values()]
  const rows = Math.max(...queues.map((works) => works.length))
  return Array.from({ length: rows }, (_, row) => queues.flatMap((works) => works[row] ?? [])).flat()
}
