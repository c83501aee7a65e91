import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { SupportChat } from '#server/backend/ports/support/support-port.ts'
import { supportMissedLength } from '#shared/rules/support-rules.ts'
import { listMessages } from './conversation-store.ts'
import { findLastSeq, listChanged, listEndedSessions } from './line-store.ts'

/** What the sockets of conversations ask. */
export function createSupportChat(ctx: BackendContext): SupportChat {
  return {
    async lastSeq({ conversationId, sessionId }) {
      if (sessionId !== null && (await listEndedSessions(ctx, [sessionId])).length > 0) return undefined
      return findLastSeq(ctx.db, conversationId)
    },
    missed: (conversationId, afterSeq) => listMessages(ctx.db, conversationId, { afterSeq, size: supportMissedLength }),
    news: (since) => listChanged(ctx.db, since),
    endedSessions: (sessionIds) => listEndedSessions(ctx, sessionIds),
  }
}
