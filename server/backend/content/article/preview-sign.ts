import type { BackendContext } from '#server/backend/context/backend-context.ts'

/** How long whoever has the address sees what isn't published. */
export const previewMs = 3_600_000

const purpose = 'preview'

/** What in an address shows one article until `expireTime` (epoch ms), published or not. */
export function makePreviewSign(ctx: Pick<BackendContext, 'hash'>, articleId: number, expireTime: number): string {
  const seal = ctx.hash.seal(purpose, `article/${articleId}/${expireTime}`)
  return `${expireTime.toString(36)}.${seal}`
}

/** Whether it is ours, for this article, and not over; one that reaches further than an hour was not made here. */
export function isPreviewSign(ctx: Pick<BackendContext, 'hash' | 'clock'>, articleId: number, sign: string): boolean {
  const match = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(sign)
  if (!match) return false
  const expireTime = Number.parseInt(match[1] ?? '', 36)
  const left = expireTime - ctx.clock.now()
  if (left <= 0 || left > previewMs) return false
  return ctx.hash.isSeal(purpose, `article/${articleId}/${expireTime}`, match[2] ?? '')
}
