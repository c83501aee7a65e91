import type { Api } from '#shared/contract/calls.ts'

/** Whether a class meets while the learner has another one. */
export async function hasClash(api: Api, scheduleId: number): Promise<boolean> {
  return (await api.call('GET /api/my-course/class-clashes', { scheduleId })).total > 0
}
