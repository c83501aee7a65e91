import type { BackendContext } from '#server/backend/context/backend-context.ts'

/** How long whoever has the address may look into the room. */
export const previewTokenMs = 3_600_000

const purpose = 'room-preview'

/** What in an address opens one lesson's room for a look until `expireTime` (epoch ms), published or not. */
export function makePreviewToken(ctx: Pick<BackendContext, 'hash'>, periodId: number, expireTime: number): string {
  return `${expireTime.toString(36)}.${ctx.hash.seal(purpose, `${periodId}/${expireTime}`)}`
}

/** Whether it is ours, for this lesson, and not over; one that reaches further than an hour was not made here. */
export function isPreviewToken(
  ctx: Pick<BackendContext, 'hash' | 'clock'>,
  periodId: number,
  token: string | undefined,
): boolean {
  const [, time, seal] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (time === undefined || seal === undefined) return false
  const expireTime = Number.parseInt(time, 36)
  const left = expireTime - ctx.clock.now()
  if (left <= 0 || left > previewTokenMs) return false
  return ctx.hash.isSeal(purpose, `${periodId}/${expireTime}`, seal)
}
