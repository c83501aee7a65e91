import { forumAll, forumUserHref, plateHref, postHref } from '#client/features/forum/forum-address.ts'
import { commentsQuery, plateQuery, postListQuery, postQuery } from '#client/features/forum/forum-queries.ts'
import { plainText } from '#client/features/forum/plain-text.ts'
import {
  type AllPostsChoice,
  type ForumChoice,
  forumListInput,
  type PlateChoice,
} from '#client/pages/forum/forum-choice.ts'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import { commentsInput, type PostChoice } from '#client/pages/forum/forum-post-choice.ts'
import { postCrumbs } from '#client/pages/forum/forum-post-head.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import type { PostCard, PostComment } from '#shared/contract/post.ts'
import { jsonLdOf } from './json-ld.ts'
import { breadcrumbLd, itemListLd } from './schema-org.ts'

type PostDetail = CallOutput<'GET /api/post/detail'>

function postItems(posts: readonly PostCard[]): { name: string; url: string }[] {
  return posts.map((post) => ({ name: post.title, url: postHref(post.id) }))
}

export const forumHomeLd = jsonLdOf<ForumChoice>(({ api, choice, read }) => {
  const list = read(postListQuery(api, forumListInput(choice)))
  return [itemListLd('社区的帖子', postItems(list?.records ?? [])), breadcrumbLd(forumCrumbs)]
})

/** What a search finds is nothing for search engines. */
export const forumAllLd = jsonLdOf<AllPostsChoice>(({ api, choice, read }) => {
  if (choice.found) return []
  const list = read(postListQuery(api, forumListInput(choice.list)))
  return [
    itemListLd('全部帖子', postItems(list?.records ?? [])),
    breadcrumbLd([...forumCrumbs, { text: '全部版块', href: forumAll }]),
  ]
})

export const forumPlateLd = jsonLdOf<PlateChoice>(({ api, choice, read }) => {
  const name = read(plateQuery(api, choice.id))?.name ?? '版块'
  const list = read(postListQuery(api, forumListInput(choice, choice.id)))
  return [
    itemListLd(name, postItems(list?.records ?? [])),
    breadcrumbLd([...forumCrumbs, { text: name, href: plateHref(choice.id) }]),
  ]
})

function person(author: PostComment['author']): object {
  return { '@type': 'Person', name: author.nickname, ...(author.id === 0 ? {} : { url: forumUserHref(author.id) }) }
}

function commentLd(comment: PostComment): object[] {
  const answers = comment.children.flatMap(commentLd)
  if (comment.isDeleted) return answers
  return [
    {
      '@type': 'Comment',
      text: comment.content,
      author: person(comment.author),
      datePublished: new Date(comment.createTime).toISOString(),
      ...(answers.length > 0 ? { comment: answers } : {}),
    },
  ]
}

/** A post and the comments shown with it. */
function postLd(post: PostDetail, comments: readonly PostComment[]): object {
  return {
    '@type': 'DiscussionForumPosting',
    headline: post.title,
    text: plainText(post.content),
    url: postHref(post.id),
    inLanguage: 'zh-CN',
    author: person(post.author),
    datePublished: new Date(post.createTime).toISOString(),
    dateModified: new Date(post.updateTime).toISOString(),
    articleSection: post.category.name,
    commentCount: post.commentCount,
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CommentAction',
        userInteractionCount: post.commentCount,
      },
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/ViewAction',
        userInteractionCount: post.viewCount,
      },
    ],
    comment: comments.flatMap(commentLd),
  }
}

export const forumPostLd = jsonLdOf<PostChoice>(({ api, choice, read }) => {
  const post = read(postQuery(api, { id: choice.id }))
  const comments = read(commentsQuery(api, commentsInput(choice.id, choice)))
  return post ? [postLd(post, comments?.records ?? []), breadcrumbLd(postCrumbs(post))] : []
})
