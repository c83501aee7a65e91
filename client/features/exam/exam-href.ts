import { MistakeState } from '#shared/contract/enums.ts'

/** What an address of the tests' page shows. */
export interface ExamChoice {
  tab: 'open' | 'over' | 'mistakes' | 'today'
  /** Which mistakes are listed. */
  state: MistakeState
  page: number
}

function countOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

const tabs = ['open', 'over', 'mistakes', 'today'] as const

/** Reads an address; what can't be read is the usual. */
export function readExamChoice(search: URLSearchParams): ExamChoice {
  const state = Number(search.get('state'))
  return {
    tab: tabs.find((one) => one === search.get('tab')) ?? 'open',
    state: Object.values(MistakeState).find((one) => one === state) ?? MistakeState.active,
    page: Math.min(countOf(search.get('page')) ?? 1, 10_000),
  }
}

/** The address of a choice. */
export function examListHref({
  tab = 'open',
  state = MistakeState.active,
  page = 1,
}: Partial<ExamChoice> = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'open') query.set('tab', tab)
  if (state !== MistakeState.active) query.set('state', String(state))
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `/user/testPaper${text ? `?${text}` : ''}`
}

/** What an address of one exam shows. */
export interface PaperChoice {
  id: number
  /** Its result: of one attempt, or of the last one that is over. */
  result: { attemptNo: number | undefined } | undefined
}

/** Reads the address of one exam; undefined without a number. */
export function readPaperChoice(id: string | undefined, search: URLSearchParams): PaperChoice | undefined {
  const number = countOf(id ?? null)
  if (number === undefined) return undefined
  const attempt = countOf(search.get('attempt'))
  const attemptNo = attempt !== undefined && attempt <= 20 ? attempt : undefined
  return { id: number, result: search.get('view') === 'result' ? { attemptNo } : undefined }
}

export function examHref(id: number): string {
  return `/exam/${id}`
}

export function resultHref(id: number, attemptNo?: number): string {
  return `/exam/${id}?view=result${attemptNo === undefined ? '' : `&attempt=${attemptNo}`}`
}
