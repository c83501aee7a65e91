import { fetchClassClashes } from '#client/features/order/sign-up-queries.ts'
import type { Api } from '#shared/contract/calls.ts'

/** Whether a class meets while the learner has another one. */
export async function hasClash(api: Api, scheduleId: number): Promise<boolean> {
  return (await fetchClassClashes(api, { scheduleId })).total > 0
}
