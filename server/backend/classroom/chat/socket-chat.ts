import * as z from 'zod/mini'
import { findRoom } from '#server/backend/classroom/room/room-store.ts'
import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { holdsUnkeepableText } from '#server/backend/http/keepable-text.ts'
import type { ImChat, ImJoiner } from '#server/backend/ports/im/im-engine.ts'
import { ApiError, Code, codeMessages } from '#shared/contract/codes.ts'
import { imApi } from '#shared/contract/im.ts'
import { enterRoom } from './im-room.ts'
import { listMessages, mostMessages } from './message-store.ts'
import { sendText } from './send-text.ts'
import { findLiveSession, useTickets, listGroupsWithNews, listEndedSessions } from './socket-chat-store.ts'

const Ask = z.object({ afterSeq: z.int().check(z.gte(0), z.lte(2_000_000_000)) })

async function getLiveSession(ctx: BackendContext, joiner: ImJoiner): Promise<Session> {
  const session = await findLiveSession(ctx, joiner)
  if (!session) throw new ApiError(Code.LoginTimeout)
  return session
}

function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const read = z.safeParse(schema, value)
  if (!read.success || holdsUnkeepableText(read.data)) throw new ApiError(Code.Fail, '消息格式不正确')
  return read.data
}

/** What sockets do, by the same rules as calls do it. */
export function createImChat(ctx: BackendContext): ImChat {
  return {
    enter: ({ groupKey }, ticket) =>
      gathered(ctx.db, `tickets of ${groupKey}`, ticket, (tickets) => useTickets(ctx.db, groupKey, tickets)),
    async send(joiner, message) {
      try {
        const input = parse(imApi.sendMsg.input, { ...(message as object), groupId: joiner.groupKey })
        return { ok: true, seq: await sendText(ctx, input, await getLiveSession(ctx, joiner)) }
      } catch (error) {
        if (error instanceof ApiError) return { ok: false, code: error.code, msg: error.message }
        ctx.log.error({ err: error }, 'a message could not be kept')
        return { ok: false, code: Code.Fail, msg: codeMessages[Code.Fail] }
      }
    },
    async missed(joiner, ask) {
      const { afterSeq } = parse(Ask, ask)
      const now = new Date(ctx.clock.now())
      const { room } = await enterRoom(
        ctx.db,
        await findRoom(ctx.db, { groupKey: joiner.groupKey }),
        await getLiveSession(ctx, joiner),
        now,
      )
      const messages = await listMessages(ctx.db, room.groupId, { afterSeq, size: mostMessages })
      return { messages, lastSeq: Math.max(room.lastSeq, messages.at(-1)?.seq ?? 0) }
    },
    async news(since) {
      const groups = await listGroupsWithNews(ctx.db, since)
      return Promise.all(
        groups.map(async ({ id, groupKey }) => ({
          groupKey,
          messages: await listMessages(ctx.db, id, { afterSeq: since.get(groupKey) ?? 0, size: mostMessages }),
        })),
      )
    },
    endedSessions: (sessionIds) => listEndedSessions(ctx, sessionIds),
  }
}
