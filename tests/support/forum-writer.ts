import { assertMaySpeak } from '#server/backend/community/ban-store.ts'
import {
  publishComment,
  publishPost,
  restoreComment,
  restorePost,
  unpublishComment,
  unpublishPost,
} from '#server/backend/community/publication.ts'
import { reviewVerdict } from '#server/backend/community/review-policy.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import type { TestBackend } from './backend-harness.ts'

type Written = { id: number; status: PostStatus }

/** Writes as the forum does: nothing while banned, the plate's policy, published or waiting, in one transaction. */
export function createWriter(backend: TestBackend) {
  const now = (): Date => new Date(backend.clock.now())
  const write = <T>(userId: number, work: (trx: Database) => Promise<T>): Promise<T> =>
    backend.context.tx(async (trx) => {
      await assertMaySpeak(trx, userId, now())
      return work(trx)
    })
  return {
    post: (userId: number, plateId: number, text: string): Promise<Written> =>
      write(userId, async (trx) => {
        const review = { authorId: userId, plateId, kind: 'post', title: text, text: `<p>${text}</p>` } as const
        const { status } = await reviewVerdict(trx, review)
        const values = { plateId, userId, title: text, contentHtml: review.text, summary: text, createdAt: now() }
        const { id } = await trx
          .insertInto('forumPosts')
          .values({ ...values, status: PostStatus.pending, sentAt: now() })
          .returning('forumPosts.id')
          .executeTakeFirstOrThrow()
        if (status === PostStatus.published) await publishPost(trx, { postId: id, at: now() })
        return { id, status }
      }),
    comment: (userId: number, plateId: number, postId: number, content: string): Promise<Written> =>
      write(userId, async (trx) => {
        const { status } = await reviewVerdict(trx, { authorId: userId, plateId, kind: 'comment', text: content })
        const values = { postId, userId, content, createdAt: now(), sentAt: now(), floor: null }
        const { id } = await trx
          .insertInto('forumComments')
          .values({ ...values, status: PostStatus.pending })
          .returning('forumComments.id')
          .executeTakeFirstOrThrow()
        if (status === PostStatus.published) await publishComment(trx, { commentId: id, at: now() })
        return { id, status }
      }),
    remove: (userId: number, target: ForumTarget, id: number): Promise<unknown> =>
      backend.context.tx((trx) =>
        target === ForumTarget.comment
          ? unpublishComment(trx, { commentId: id, at: now(), deletedBy: userId })
          : unpublishPost(trx, { postId: id, at: now(), deletedBy: userId }),
      ),
    bringBack: (target: ForumTarget, id: number): Promise<unknown> =>
      backend.context.tx((trx) =>
        target === ForumTarget.comment ? restoreComment(trx, { commentId: id }) : restorePost(trx, { postId: id }),
      ),
  }
}
