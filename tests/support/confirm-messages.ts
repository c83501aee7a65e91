import type { APIRequestContext } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callSite } from './buying-steps.ts'

/** Confirms the messages that wait for it: their windows would come up over whatever is done next. */
export async function confirmMessages(request: APIRequestContext, base: string): Promise<void> {
  type Waiting = CallOutput<'GET /api/notify-message/check-review'>
  const { warnList } = await callSite<Waiting>(request, '/api/notify-message/check-review', undefined, base)
  for (const { id } of warnList) await callSite(request, '/api/notify-message/user-confirm', { msgId: id }, base)
}
