import { forumUserHref, plateHref, postHref } from '#client/features/forum/forum-address.ts'
import { plainText } from '#client/features/forum/plain-text.ts'
import { forumCrumbs, forumFillers } from '#client/pages/forum/forum-head.ts'
import { descriptionOf, pageSuffix } from '#client/pages/catalogue-head.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import type { PostComment } from '#shared/contract/post.ts'

type PostDetail = CallOutput<'GET /api/post/detail'>

const longestExcerpt = 58

/** Where a post lies: 首页 › 社区 › 插画习作 › … */
export function postCrumbs(post: PostDetail): { text: string; href: string }[] {
  return [
    ...forumCrumbs,
    { text: post.category.name, href: plateHref(post.category.id) },
    { text: post.title, href: postHref(post.id) },
  ]
}

/** The post's first words, cut between two sentences where that can be done. */
export function describePost(post: PostDetail, page: number): string {
  const text = plainText(post.content)
  const cut = text.slice(0, longestExcerpt)
  const end = Math.max(cut.lastIndexOf('。'), cut.lastIndexOf('？'), cut.lastIndexOf('！')) + 1
  const excerpt = text.length <= longestExcerpt ? text : end > longestExcerpt / 2 ? cut.slice(0, end) : `${cut}…`
  return descriptionOf(
    [excerpt, `${post.category.name}版块，${post.commentCount} 条回复${pageSuffix(page)}。`],
    forumFillers,
  )
}

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
export function postLd(post: PostDetail, comments: readonly PostComment[]): object {
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
