import type { Handlers } from '#server/backend/http/binding.ts'
import type { trackingApi } from '#shared/contract/tracking.ts'
import { insertClientError, insertFlowEvents } from './tracking-store.ts'

export const trackingHandlers: Handlers<typeof trackingApi> = {
  async flowCollect(ctx, input, session) {
    await ctx.limits.take('flow', ctx.address)
    await ctx.limits.take('flowSite', '')
    const at = new Date(ctx.clock.now())
    // NOTE: `at` is ours; the browser's own clock stays in the payload, where nothing relies on it
    const events = input.events.map(({ type, url, referrer, fingerprint, ts }) => ({
      at,
      type,
      url,
      referrer: referrer ?? null,
      fingerprint: fingerprint ?? null,
      userId: session?.userId ?? null,
      payload: ts === undefined ? null : JSON.stringify({ ts }),
    }))
    await insertFlowEvents(ctx.db, events)
    return null
  },

  async clientError(ctx, input, session) {
    await ctx.limits.take('clientError', ctx.address)
    await ctx.limits.take('clientErrorSite', '')
    await insertClientError(ctx.db, {
      at: new Date(ctx.clock.now()),
      code: input.code,
      url: input.url ?? null,
      // whose session ended is what the browser says; it is never used as an identity
      userId: session?.userId ?? input.userId ?? null,
      fingerprint: input.fingerprint ?? null,
      userAgent: input.userAgent ?? null,
      payload: JSON.stringify({ time: input.time ?? null, message: input.message ?? null }),
    })
    return null
  },
}
