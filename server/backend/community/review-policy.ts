import type { Database } from '#server/backend/db/database.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { plateNeedsReview } from './review-policy-store.ts'

interface Verdict {
  readonly status: PostStatus
  /** Why it is refused at once, for its author. */
  readonly reason?: string
}

/**
 * What becomes of a text when it is sent: published, looked at first, or refused at once.
 * @public
 */
export async function reviewVerdict(
  trx: Database,
  { plateId }: { authorId: number; plateId: number; text: string; kind: 'post' | 'revision' | 'comment' },
): Promise<Verdict> {
  return { status: (await plateNeedsReview(trx, plateId)) ? PostStatus.pending : PostStatus.published }
}
