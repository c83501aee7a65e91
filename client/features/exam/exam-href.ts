import { AttemptState, MistakeState } from '#shared/contract/enums.ts'

/** What an address of the tests' page shows. */
export interface ExamChoice {
  tab: 'open' | 'over' | 'mistakes' | 'today' | 'mark'
  /** Which mistakes are listed. */
  state: MistakeState
  /** Which attempts of others are listed, for who may mark them. */
  queue: AttemptState
  page: number
}

function countOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

const tabs = ['open', 'over', 'mistakes', 'today', 'mark'] as const

/** Reads an address; what can't be read is the usual. */
export function readExamChoice(search: URLSearchParams): ExamChoice {
  const state = Number(search.get('state'))
  const queue = Number(search.get('queue'))
  return {
    tab: tabs.find((one) => one === search.get('tab')) ?? 'open',
    state: Object.values(MistakeState).find((one) => one === state) ?? MistakeState.active,
    queue: Object.values(AttemptState).find((one) => one === queue) ?? AttemptState.handedIn,
    page: Math.min(countOf(search.get('page')) ?? 1, 10_000),
  }
}

/** The address of a choice. */
export function examListHref({
  tab = 'open',
  state = MistakeState.active,
  queue = AttemptState.handedIn,
  page = 1,
}: Partial<ExamChoice> = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'open') query.set('tab', tab)
  if (state !== MistakeState.active) query.set('state', String(state))
  if (queue !== AttemptState.handedIn) query.set('queue', String(queue))
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `/user/testPaper${text ? `?${text}` : ''}`
}

/** What an address of one exam shows. */
export interface PaperChoice {
  id: number
  /** Its result: of one attempt, or of the last one that is over. */
  result: { attemptNo: number | undefined } | undefined
  /** Somebody's attempt that is to be marked, by its own number. */
  mark: number | undefined
}

/** Reads the address of one exam; undefined without a number. */
export function readPaperChoice(id: string | undefined, search: URLSearchParams): PaperChoice | undefined {
  const number = countOf(id ?? null)
  if (number === undefined) return undefined
  const attempt = countOf(search.get('attempt'))
  const attemptNo = attempt !== undefined && attempt <= 20 ? attempt : undefined
  return {
    id: number,
    result: search.get('view') === 'result' ? { attemptNo } : undefined,
    mark: search.get('view') === 'mark' ? attempt : undefined,
  }
}

export function examHref(id: number): string {
  return `/exam/${id}`
}

export function resultHref(id: number, attemptNo?: number): string {
  return `/exam/${id}?view=result${attemptNo === undefined ? '' : `&attempt=${attemptNo}`}`
}

/** Where an attempt is marked. */
export function markHref({ paperId, id }: { paperId: number; id: number }): string {
  return `/exam/${paperId}?view=mark&attempt=${id}`
}
