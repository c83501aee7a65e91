import { commentsQuery, postQuery } from '#client/features/forum/forum-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readSecret } from '#client/pages/forum/secret-post.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

/** A post by an address that only those have who were given it; it may not be published. */
export const forumSecretPostPage = definePage('forum-secret-post', {
  path: '/bbs/detail/encrypt',
  layout: 'base',
  cache: 'never',
  hasSecretAddress: true,
  parse: readSecret,
  data: ({ api, choice: { encrypt, input } }) => ({
    critical: [postQuery(api, { encrypt }), commentsQuery(api, input)],
  }),
  settle: ({ api, choice: { input, comments: choice }, read }) => {
    const comments = read(commentsQuery(api, input))
    if (comments && choice.page > Math.max(1, comments.pages)) throw pageNotFound()
  },
  head: ({ api, choice: { encrypt }, read }) => {
    const post = read(postQuery(api, { encrypt }))
    return {
      title: post?.title ?? '帖子',
      description: post ? `${post.category.name}版块的一篇帖子。` : '',
      canonical: '/bbs/detail/encrypt',
      noindex: true,
    }
  },
  component: () => import('#client/pages/forum/forum-secret-post.tsx').then((m) => m.ForumSecretPost),
})
