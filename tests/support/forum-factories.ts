import type { Insertable } from 'kysely'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { type TestBackend, testNow } from './backend-harness.ts'
import { addSignedIn } from './backend-session.ts'

let count = 0

/** An open plate with a name of its own. */
export async function buildPlate(
  backend: TestBackend,
  values: Partial<Insertable<Tables['forumPlates']>> = {},
): Promise<number> {
  const row = await backend.database.db
    .insertInto('forumPlates')
    .values({ name: `测试版块 ${++count}`, icon: '测', sort: 1000 + count, ...values })
    .returning('forumPlates.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A post of somebody, published an hour ago unless the values say otherwise; its plate counts it. */
export async function buildPost(
  backend: TestBackend,
  plateId: number,
  values: Partial<Insertable<Tables['forumPosts']>> = {},
): Promise<number> {
  const published = new Date(testNow - 3_600_000)
  const userId = values.userId ?? (await addSignedIn(backend)).userId
  const post = {
    title: `测试帖子 ${++count}`,
    contentHtml: '<p>正文。</p>',
    summary: '正文。',
    status: 2,
    publishedAt: published,
    activeAt: published,
    createdAt: published,
    ...values,
  }
  const row = await backend.database.db
    .insertInto('forumPosts')
    .values({ plateId, ...post, userId })
    .returning('forumPosts.id')
    .executeTakeFirstOrThrow()
  if (post.status === 2 && !post.deletedAt) {
    await backend.database.db
      .updateTable('forumPlates')
      .set((eb) => ({ postCount: eb('postCount', '+', 1) }))
      .where('forumPlates.id', '=', plateId)
      .execute()
  }
  return row.id
}

/** A published comment of somebody at a floor. */
export async function buildComment(
  backend: TestBackend,
  postId: number,
  floor: number,
  values: Partial<Insertable<Tables['forumComments']>> = {},
): Promise<{ id: number; userId: number }> {
  const userId = values.userId ?? (await addSignedIn(backend)).userId
  const row = await backend.database.db
    .insertInto('forumComments')
    .values({ postId, floor, content: `第 ${floor} 楼说的话`, createdAt: new Date(testNow), ...values, userId })
    .returning('forumComments.id')
    .executeTakeFirstOrThrow()
  return { id: row.id, userId }
}
