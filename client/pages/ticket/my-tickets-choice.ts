import type { CallInput } from '#shared/contract/calls.ts'

/** Also the values of the address. */
const filters = ['waiting', 'answered', 'closed'] as const
type Filter = (typeof filters)[number]

export interface TicketChoice {
  readonly filter?: Filter | undefined
  readonly page?: number
}

/** What the address asks for. */
export function readTicketChoice(search: URLSearchParams): TicketChoice & { page: number } {
  const page = Number(search.get('page') ?? '1')
  return {
    filter: filters.find((one) => one === search.get('state')),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The address of one's own tickets. */
export function ticketsHref({ filter, page = 1 }: TicketChoice): string {
  const query = [filter ? `state=${filter}` : '', page > 1 ? `page=${page}` : ''].filter(Boolean).join('&')
  return query === '' ? '/user/feedback' : `/user/feedback?${query}`
}

export function ticketsInput({
  filter,
  page,
}: TicketChoice & { page: number }): CallInput<'GET /api/user/ticket/list'> {
  return { ...(filter ? { filter } : {}), pageNum: page, pageSize: 10 }
}
