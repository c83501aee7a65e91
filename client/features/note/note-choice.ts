import type { CallInput } from '#shared/contract/calls.ts'

/** What an address of the list of notes shows. */
export interface NoteChoice {
  /** Undefined: of all courses. */
  courseId: number | undefined
  /** '': all. */
  keyword: string
  page: number
}

const longestKeyword = 50

function count(text: string | null): number | undefined {
  const value = Number(text)
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

/** Whether an address of the learner's courses shows their notes. */
export function isNoteTab(search: URLSearchParams): boolean {
  return search.get('tab') === 'note'
}

/** Reads an address; what can't be read is the usual. */
export function readNoteChoice(search: URLSearchParams): NoteChoice {
  return {
    courseId: count(search.get('course')),
    keyword: (search.get('q') ?? '').trim().slice(0, longestKeyword),
    page: Math.min(count(search.get('page')) ?? 1, 10_000),
  }
}

/** The address of a choice: a tab of the learner's courses. */
export function noteHref({ courseId, keyword = '', page = 1 }: Partial<NoteChoice>): string {
  const query = new URLSearchParams({ tab: 'note' })
  if (courseId !== undefined) query.set('course', String(courseId))
  if (keyword !== '') query.set('q', keyword)
  if (page > 1) query.set('page', String(page))
  return `/user/course?${query}`
}

/** The call's input for a choice. */
export function noteListInput({ courseId, keyword, page }: NoteChoice): CallInput<'GET /api/user/note/list'> {
  return {
    ...(courseId === undefined ? {} : { courseId }),
    ...(keyword === '' ? {} : { keyword }),
    pageNum: page,
    pageSize: 20,
  }
}
