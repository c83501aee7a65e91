import { callQuery } from '#client/features/common/call-query.ts'
import { readSecret } from '#client/pages/forum/secret-post.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

/** A post by an address that only those have who were given it; it may not be published. */
export const forumSecretPostPage = definePage('forum-secret-post', {
  path: '/bbs/detail/encrypt',
  layout: 'base',
  cache: 'never',
  hasSecretAddress: true,
  data: ({ api, search }) => {
    const { encrypt, postId, input } = readSecret(search)
    if (postId === undefined) throw pageNotFound()
    return {
      critical: [
        callQuery(api, 'GET /api/post/detail', { encrypt }),
        callQuery(api, 'GET /api/post/comment/comment-list', input),
      ],
    }
  },
  settle: ({ api, search, read }) => {
    const { input, choice } = readSecret(search)
    const comments = read(callQuery(api, 'GET /api/post/comment/comment-list', input))
    if (comments && choice.page > Math.max(1, comments.pages)) throw pageNotFound()
  },
  head: ({ api, search, read }) => {
    const post = read(callQuery(api, 'GET /api/post/detail', { encrypt: readSecret(search).encrypt }))
    return {
      title: post?.title ?? '帖子',
      description: post ? `${post.category.name}版块的一篇帖子。` : '',
      canonical: '/bbs/detail/encrypt',
      noindex: true,
    }
  },
  component: () => import('#client/pages/forum/forum-secret-post.tsx').then((m) => m.ForumSecretPost),
})
