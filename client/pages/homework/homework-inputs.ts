import { readCount } from '#client/features/homework/homework-choice.ts'
import type { WhichHomework } from '#client/features/homework/homework-inputs.ts'
import type { PageInput } from '#client/pages/define-page.ts'
import { HomeworkState } from '#shared/contract/enums.ts'

/** Which homework an address is about; undefined: none yet, one is chosen there. */
export function readWhich({
  params,
  search,
}: Pick<PageInput<{ id?: string }>, 'params' | 'search'>): WhichHomework | undefined {
  const own = readCount(params.id ?? null)
  if (own !== undefined) return { id: own }
  const periodId = readCount(search.get('periodId'))
  const scheduleId = readCount(search.get('scheduleId'))
  if (periodId === undefined) return undefined
  return scheduleId === undefined ? { periodId } : { periodId, scheduleId }
}

/** What is to be done, when none is chosen. */
export const chooserInput = { state: HomeworkState.notComplete, pageNum: 1, pageSize: 20 }
