import { listById, listOf, listsPart, moment } from './export-part.ts'

const states = ['等待审核', '已发布', '没有通过'] as const

interface Kept {
  postId: number
  title: string
  at: Date
}

/** What was written in the forum, what isn't sent yet, and what was liked and collected. */
export const forum = listsPart('社区.json', {
  帖子: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumPosts')
        .select(['forumPosts.id', 'forumPosts.title', 'forumPosts.contentHtml', 'forumPosts.status'])
        .select(['forumPosts.createdAt', 'forumPosts.publishedAt', 'forumPosts.deletedAt'])
        .where('forumPosts.userId', '=', userId)
        .where('forumPosts.id', '>', afterId)
        .orderBy('forumPosts.id')
        .limit(most)
        .execute(),
    (row) => ({
      标题: row.title,
      正文: row.contentHtml,
      状态: row.deletedAt === null ? states[row.status - 1] : '已删除',
      写下时间: moment(row.createdAt),
      发布时间: moment(row.publishedAt),
    }),
  ),
  修改: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumPostRevisions')
        .innerJoin('forumPosts', 'forumPosts.id', 'forumPostRevisions.postId')
        .select(['forumPostRevisions.id', 'forumPostRevisions.title', 'forumPostRevisions.contentHtml'])
        .select(['forumPostRevisions.status', 'forumPostRevisions.createdAt'])
        .where('forumPosts.userId', '=', userId)
        .where('forumPostRevisions.id', '>', afterId)
        .orderBy('forumPostRevisions.id')
        .limit(most)
        .execute(),
    (row) => ({ 标题: row.title, 正文: row.contentHtml, 状态: states[row.status - 1], 时间: moment(row.createdAt) }),
  ),
  回复: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumComments')
        .innerJoin('forumPosts', 'forumPosts.id', 'forumComments.postId')
        .select(['forumComments.id', 'forumPosts.title', 'forumComments.content', 'forumComments.floor'])
        .select(['forumComments.status', 'forumComments.createdAt', 'forumComments.deletedAt'])
        .where('forumComments.userId', '=', userId)
        .where('forumComments.id', '>', afterId)
        .orderBy('forumComments.id')
        .limit(most)
        .execute(),
    (row) => ({
      帖子: row.title,
      楼层: row.floor,
      内容: row.content,
      状态: row.deletedAt === null ? states[row.status - 1] : '已删除',
      时间: moment(row.createdAt),
    }),
  ),
  草稿: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumDrafts')
        .select(['forumDrafts.id', 'forumDrafts.title', 'forumDrafts.content', 'forumDrafts.savedAt'])
        .where('forumDrafts.userId', '=', userId)
        .where('forumDrafts.id', '>', afterId)
        .orderBy('forumDrafts.id')
        .limit(most)
        .execute(),
    (row) => ({ 标题: row.title, 内容: row.content, 保存时间: moment(row.savedAt) }),
  ),
  收藏: listOf<Kept>(
    (db, userId, after, most) =>
      db
        .selectFrom('forumCollections')
        .innerJoin('forumPosts', 'forumPosts.id', 'forumCollections.postId')
        .select(['forumCollections.postId', 'forumPosts.title', 'forumCollections.at'])
        .where('forumCollections.userId', '=', userId)
        .where('forumCollections.postId', '>', after?.postId ?? 0)
        .orderBy('forumCollections.postId')
        .limit(most)
        .execute(),
    (row) => ({ 帖子: row.title, 时间: moment(row.at) }),
  ),
  赞过的帖子: listOf<Kept>(
    (db, userId, after, most) =>
      db
        .selectFrom('forumPostLikes')
        .innerJoin('forumPosts', 'forumPosts.id', 'forumPostLikes.postId')
        .select(['forumPostLikes.postId', 'forumPosts.title', 'forumPostLikes.at'])
        .where('forumPostLikes.userId', '=', userId)
        .where('forumPostLikes.postId', '>', after?.postId ?? 0)
        .orderBy('forumPostLikes.postId')
        .limit(most)
        .execute(),
    (row) => ({ 帖子: row.title, 时间: moment(row.at) }),
  ),
  赞过的回复: listOf<{ commentId: number; content: string; at: Date }>(
    (db, userId, after, most) =>
      db
        .selectFrom('forumCommentLikes')
        .innerJoin('forumComments', 'forumComments.id', 'forumCommentLikes.commentId')
        .select(['forumCommentLikes.commentId', 'forumComments.content', 'forumCommentLikes.at'])
        .where('forumCommentLikes.userId', '=', userId)
        .where('forumCommentLikes.commentId', '>', after?.commentId ?? 0)
        .orderBy('forumCommentLikes.commentId')
        .limit(most)
        .execute(),
    (row) => ({ 回复: row.content, 时间: moment(row.at) }),
  ),
})
