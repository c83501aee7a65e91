import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { isConversationPicture } from './conversation-store.ts'

/** Whoever may read conversations sees the pictures that were sent in them, and their owner those that agents have sent. */
export async function maySeeConversationPicture(
  db: Database,
  session: Session,
  { url }: { readonly url: string },
): Promise<boolean> {
  return isConversationPicture(db, url, { userId: session.userId, isStaff: hasRight(session, 'conversation.show') })
}
