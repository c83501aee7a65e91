import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

const purpose = 'post-link'
/** A link to a post lives a week. */
export const postLinkMs = 7 * dayMs
const form = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([A-Za-z0-9_-]{43})$/

type Needs = Pick<BackendContext, 'hash' | 'clock'>

/** A token that shows post `id` until `expireTime` (epoch ms). */
export function makePostToken(ctx: Needs, id: number, expireTime: number): string {
  return `${id}.${expireTime}.${ctx.hash.seal(purpose, `${id}.${expireTime}`)}`
}

/** The post of a token, or undefined when it is forged, cut or too old. */
export function readPostToken(ctx: Needs, token: string): number | undefined {
  const [, id = '', expireTime = '', signature = ''] = form.exec(token) ?? []
  if (!id || Number(expireTime) <= ctx.clock.now()) return undefined
  return ctx.hash.isSeal(purpose, `${id}.${expireTime}`, signature) ? Number(id) : undefined
}
