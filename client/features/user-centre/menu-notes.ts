import type { CallOutput } from '#shared/contract/calls.ts'

/** What stands beside an entry of the menu. */
export interface MenuNote {
  readonly text: string
  /** Time is short: it is said in red. */
  readonly isDue: boolean
}

type Counts = CallOutput<'GET /api/user/menu-counts'>

/** More messages than these aren't told apart. */
const most = 99

/** What waits behind the entries, by their path; nothing before it is known, nor where nothing waits. */
export function menuNotes(counts: Counts | undefined): ReadonlyMap<string, MenuNote> {
  if (!counts) return new Map()
  const { classes, homework, exams, messages } = counts
  const notes: readonly (readonly [path: string, count: number, note: MenuNote])[] = [
    ['/user/timetable', classes, { text: `今天 ${classes}`, isDue: false }],
    ['/user/testPaper', exams, { text: `${exams} 场可考`, isDue: false }],
    ['/user/homework', homework, { text: `${homework} 份到期`, isDue: true }],
    ['/user/message', messages, { text: messages > most ? `${most}+` : String(messages), isDue: false }],
  ]
  return new Map(notes.flatMap(([path, count, note]) => (count > 0 ? [[path, note] as const] : [])))
}
