import type { PageQuery } from '#client/features/common/call-query.ts'
import { inviterInfoQuery } from '#client/features/account-steps/account-queries.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'

/** Who invited the visitor, as the address says. */
export function inviterQuery(
  api: Api,
  search: URLSearchParams,
): PageQuery<CallOutput<'GET /api/user/info/get-user-info-by-uid'>> | undefined {
  const uid = search.get('inviteUserId') ?? ''
  return /^[0-9]{1,15}$/.test(uid) ? inviterInfoQuery(api, { uid: Number(uid) }) : undefined
}
