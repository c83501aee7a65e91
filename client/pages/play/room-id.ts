import { pageNotFound } from '#client/pages/page-outcome.ts'

/** A question room's address. */
export function readRoomId(params: { id?: string }): { id: number } {
  const id = Number(params.id)
  if (!Number.isSafeInteger(id) || id < 1) throw pageNotFound('没有这间答疑室')
  return { id }
}
