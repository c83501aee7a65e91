import { readHomeworkChoice } from '#client/features/homework/homework-href.ts'
import { listInput, type WhichHomework } from '#client/features/homework/homework-queries.ts'
import type { PageInput } from '#client/pages/define-page.ts'

function id(text: string | null | undefined): number | undefined {
  const value = Number(text)
  return text && Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

/** Which homework an address is about; undefined: none yet, one is chosen there. */
export function readWhich({
  params,
  search,
}: Pick<PageInput<{ id?: string }>, 'params' | 'search'>): WhichHomework | undefined {
  const own = id(params.id)
  if (own !== undefined) return { id: own }
  const periodId = id(search.get('periodId'))
  const scheduleId = id(search.get('scheduleId'))
  if (periodId === undefined) return undefined
  return scheduleId === undefined ? { periodId } : { periodId, scheduleId }
}

/** What is to be done, when none is chosen. */
export const chooserInput = { ...listInput(readHomeworkChoice(new URLSearchParams('state=1'))), pageSize: 20 }
