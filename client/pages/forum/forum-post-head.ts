import { plateHref, postHref } from '#client/features/forum/forum-address.ts'
import { plainText } from '#client/features/forum/plain-text.ts'
import { forumCrumbs, forumFillers } from '#client/pages/forum/forum-head.ts'
import { descriptionOf, pageSuffix } from '#client/pages/catalogue-head.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

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
