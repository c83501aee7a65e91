import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isLive } from '#server/backend/account/sign-in/live-session.ts'
import { rolesOf } from '#server/backend/account/sign-in/session-store.ts'
import { findRoom } from '#server/backend/classroom/room/room-store.ts'
import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { holdsUnkeepableText } from '#server/backend/http/keepable-text.ts'
import type { ImChat, ImJoiner } from '#server/backend/ports/im/im-engine.ts'
import { ApiError, Code, codeMessages } from '#shared/contract/codes.ts'
import { imApi } from '#shared/contract/im.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'
import { enterRoom } from './im-room.ts'
import { listMessages, mostMessages } from './message-store.ts'
import { sendText } from './send-text.ts'

const Ask = z.object({ afterSeq: z.int().check(z.gte(0), z.lte(2_000_000_000)) })

/** A session that is still good, by its key. */
async function findLiveSession(ctx: BackendContext, { sessionId, userId }: ImJoiner): Promise<Session | undefined> {
  const { rows } = await sql<{ isAdmin: boolean; roles: StaffRole[] }>`
    select users.is_admin, ${rolesOf} as roles from sessions s join users on users.id = s.user_id
    where s.id = ${sessionId} and users.id = ${userId} and ${isLive(ctx)}`.execute(ctx.db)
  const [account] = rows
  return account && { id: sessionId, userId, isStaff: account.isAdmin || account.roles.length > 0, ...account }
}

async function getLiveSession(ctx: BackendContext, joiner: ImJoiner): Promise<Session> {
  const session = await findLiveSession(ctx, joiner)
  if (!session) throw new ApiError(Code.LoginTimeout)
  return session
}

interface Ticket {
  readonly nonce: string
  /** Epoch ms. */
  readonly expiresAt: number
}

/** Uses tickets to a room up: for each its last number, or undefined when it was used before. */
async function useTickets(db: Database, groupKey: string, tickets: readonly Ticket[]): Promise<(number | undefined)[]> {
  const nonces = tickets.map(({ nonce }) => nonce)
  const ends = tickets.map(({ expiresAt }) => new Date(expiresAt).toISOString())
  const { rows } = await sql<{ nonce: string; lastSeq: number }>`
    with used as (
      insert into im_tickets (nonce, expires_at)
      select t.nonce, t.expires_at from unnest(${nonces}::text[], ${ends}::timestamptz[]) as t(nonce, expires_at) order by t.nonce
      on conflict do nothing returning nonce)
    select u.nonce, g.last_seq from im_groups g, used u where g.group_key = ${groupKey}`.execute(db)
  const found = new Map(rows.map(({ nonce, lastSeq }) => [nonce, lastSeq]))
  return nonces.map((nonce) => {
    const lastSeq = found.get(nonce)
    found.delete(nonce)
    return lastSeq
  })
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
      const { rows } = await sql<{ id: number; groupKey: string }>`
        select g.id, g.group_key from im_groups g
          join unnest(${[...since.keys()]}::text[], ${[...since.values()]}::bigint[]) as s(group_key, seq) on s.group_key = g.group_key
        where g.last_seq > s.seq`.execute(ctx.db)
      return Promise.all(
        rows.map(async ({ id, groupKey }) => ({
          groupKey,
          messages: await listMessages(ctx.db, id, { afterSeq: since.get(groupKey) ?? 0, size: mostMessages }),
        })),
      )
    },
    async endedSessions(sessionIds) {
      const { rows } = await sql<{ id: string }>`
        select k.id from unnest(${sessionIds}::uuid[]) as k(id), lateral (
          select not (${isLive(ctx)}) as is_over
          from sessions s join users on users.id = s.user_id where s.id = k.id limit 1) f
        where f.is_over`.execute(ctx.db)
      return rows.map(({ id }) => id)
    },
  }
}
