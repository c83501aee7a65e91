import { clockText, momentText } from '#shared/rules/number-text.ts'

/** A note as far as files show it. */
export interface FiledNote {
  readonly id: number
  readonly text: string
  readonly second: number | null
  readonly momentTime: number | null
  readonly courseName: string
  readonly periodName: string
  readonly sequenceNo: number
  readonly periodId: number
  readonly courseId: number
  /** Our own path; null: nowhere. */
  readonly url: string | null
}

/** By course, lesson and second. */
export function inFileOrder<T extends FiledNote>(notes: readonly T[]): T[] {
  const second = (note: T): number => note.second ?? Number.POSITIVE_INFINITY
  return notes.toSorted(
    (one, other) =>
      one.courseId - other.courseId ||
      one.sequenceNo - other.sequenceNo ||
      one.periodId - other.periodId ||
      second(one) - second(other) ||
      one.id - other.id,
  )
}

function placeText({ second, momentTime }: FiledNote): string {
  if (second !== null) return clockText(second)
  return momentTime === null ? '' : momentText(momentTime)
}

function addressOf({ url }: FiledNote, origin: string): string {
  return url === null ? '' : `${origin}${url}`
}

const markdownSigns = /[!-/:-@[-`{-~]/g
const isEdge = (sign: string | undefined): boolean => sign === ' ' || sign === '\t'

/**
 * Plain text as one paragraph of Markdown (CommonMark 0.31) that reads as it was typed: signs are escaped (§2.4), space at the edges of a line is a
 * character reference (§2.5), a line break is a hard one (§6.7), also of an empty line.
 */
export function markdownText(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const edges = (spaces: string): string => [...spaces].map((space) => (space === '\t' ? '&#9;' : '&#32;')).join('')
      let from = 0
      let to = line.length
      while (from < to && isEdge(line[from])) from += 1
      while (to > from && isEdge(line[to - 1])) to -= 1
      const inner = line.slice(from, to).replace(markdownSigns, '\\$&')
      return `${edges(line.slice(0, from))}${inner}${edges(line.slice(to))}`
    })
    .join('\\\n')
}

/** Notes as one Markdown document: courses, their lessons, and each note under its second. */
export function notesMarkdown(notes: readonly FiledNote[], origin: string): string {
  const lines: string[] = ['# 学习笔记', '']
  let course: number | undefined
  let period: number | undefined
  for (const note of inFileOrder(notes)) {
    if (note.courseId !== course) lines.push(`## ${markdownText(note.courseName)}`, '')
    if (note.periodId !== period) lines.push(`### ${markdownText(`第 ${note.sequenceNo} 讲　${note.periodName}`)}`, '')
    course = note.courseId
    period = note.periodId
    const address = addressOf(note, origin)
    const place = placeText(note)
    lines.push(address ? `**[${place}](<${address}>)**` : `**${place}**`, '', markdownText(note.text), '', '---', '')
  }
  return lines.join('\n')
}

/** A field of Anki's text files: quoted, quotes doubled, so that tabs and line breaks stay in it. */
function ankiField(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Anki splits tags at spaces and makes a tree of colons. */
function ankiTag(name: string): string {
  return name.replace(/[\s:"]+/gu, '_')
}

/**
 * Notes as a text file that Anki imports (its manual, "Importing Text Files"): front is the lesson and its second, back the note; the text
 * isn't HTML. The last column is tags.
 */
export function notesAnki(notes: readonly FiledNote[], origin: string): string {
  const head = ['#separator:tab', '#html:false', '#columns:正面\t背面\t来源\t标签', '#tags column:4']
  const rows = inFileOrder(notes).map((note) =>
    [
      `${note.courseName}　第 ${note.sequenceNo} 讲 ${note.periodName}　${placeText(note)}`,
      note.text,
      addressOf(note, origin),
      ankiTag(note.courseName),
    ]
      .map(ankiField)
      .join('\t'),
  )
  return `${[...head, ...rows].join('\n')}\n`
}
