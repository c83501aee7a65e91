import { pageNotFound } from '#client/pages/page-outcome.ts'

/** What an invitation's address names: its code, or a coupon's id. */
export function inviteInput(id: string | undefined): { inviteId: string } {
  if (id === undefined || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw pageNotFound('邀请不存在')
  return { inviteId: id }
}
