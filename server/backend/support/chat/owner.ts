import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { readVisitor, takeVisitor } from '#server/backend/http/visitor-cookie.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type Conversation, type ConversationOwner, findConversation, lockConversation } from './conversation-store.ts'
import { giveToAccount, joinConversations } from './join-store.ts'
import { giveTicketsTo } from './ticket-of-round-store.ts'

/** Whose conversation this call is about; undefined for a browser that has neither an account nor a conversation. */
export function ownerOf(ctx: CallContext, session: Session | undefined): ConversationOwner | undefined {
  if (session) return { userId: session.userId }
  const visitorHash = readVisitor(ctx)
  return visitorHash && { visitorHash }
}

/** The caller's own conversation. */
export async function findOwn(ctx: CallContext, session: Session | undefined): Promise<Conversation | undefined> {
  const owner = ownerOf(ctx, session)
  return owner && findConversation(ctx.db, owner)
}

/** By what the caller's doings are counted. */
export function ownerKey(ctx: CallContext, session: Session | undefined): string {
  if (session) return String(session.userId)
  return readVisitor(ctx)?.toString('base64url') ?? ctx.address
}

/** There are no conversations here: an inbox elsewhere, or a widget, has them. */
export function requireOwnDesk(ctx: Pick<CallContext, 'support'>): NonNullable<CallContext['support']['line']> {
  const { line } = ctx.support
  if (!line) throw new ApiError(Code.NotFound, '客服在别的窗口里')
  return line
}

/** Who has just signed in keeps what they said before: it becomes, or goes on in, the account's conversation. Once; the browser forgets its secret. */
export async function keepAtLogin(ctx: CallContext, session: Session | undefined): Promise<void> {
  const visitorHash = session && readVisitor(ctx)
  if (!session || !visitorHash) return
  const now = new Date(ctx.clock.now())
  await ctx.tx(async (trx) => {
    const visitor = await findConversation(trx, { visitorHash })
    const own = await findConversation(trx, { userId: session.userId })
    // always the older one first: two tabs that do this at once wait for each other
    const ids = [visitor?.id, own?.id].filter((id) => id !== undefined).sort((a, b) => a - b)
    const locked = new Map<number, Conversation | undefined>()
    for (const id of ids) locked.set(id, await lockConversation(trx, id))
    const from = visitor && locked.get(visitor.id)
    if (!from || from.userId !== null) return
    await giveTicketsTo(trx, from.id, session.userId)
    if (own === undefined) return giveToAccount(trx, from.id, session.userId)
    const into = locked.get(own.id)
    if (!into) return
    await joinConversations(trx, { from, into }, now)
    afterCommit(() => {
      ctx.support.line?.remove(from.id)
      ctx.support.line?.tell(into.id)
    })
  })
  takeVisitor(ctx)
}
