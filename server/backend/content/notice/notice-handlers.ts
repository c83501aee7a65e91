import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { noticeApi } from '#shared/contract/notice.ts'
import { findNotice, hasNotice, insertNoticeLog } from './notice-store.ts'

/** Whether this address, and the site, may leave another note; who may not isn't told. */
async function mayNote(ctx: CallContext): Promise<boolean> {
  try {
    await ctx.limits.take('noticeLog', ctx.address)
    await ctx.limits.take('noticeLogSite', '')
    return true
  } catch {
    return false
  }
}

export const noticeHandlers: Handlers<typeof noticeApi> = {
  async byUser(ctx, input, session) {
    const viewer = { userId: session?.userId, fingerprint: input.fingerprint }
    return (await findNotice(ctx.db, input.position, viewer, new Date(ctx.clock.now()))) ?? null
  },

  async addLog(ctx, input, session) {
    if (!(await mayNote(ctx))) return true as const
    if (!(await hasNotice(ctx.db, input.noticeId))) throw new ApiError(Code.NotFound)
    const viewer = { userId: session?.userId, fingerprint: input.fingerprint }
    // a browser without cookies can't be known again: nothing to remember
    if (viewer.userId !== undefined || viewer.fingerprint !== undefined) {
      await insertNoticeLog(ctx.db, {
        noticeId: input.noticeId,
        action: input.action,
        viewer,
        at: new Date(ctx.clock.now()),
      })
    }
    return true as const
  },
}
