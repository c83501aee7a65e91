import type { CallInput } from '#shared/contract/calls.ts'

/** Which class system an address names; undefined when it names none that there could be. */
export function pathInput(
  search: URLSearchParams,
): CallInput<'GET /api/classSystem/myself-classSystem-detail'> | undefined {
  const text = search.get('id')
  if (text === null || text === '') return {}
  const id = Number(text)
  return Number.isSafeInteger(id) && id >= 1 ? { id } : undefined
}

export const mineInput = { pageNum: 1, pageSize: 20 } as const
