import { postHref } from '#client/features/forum/forum-address.ts'
import { commentsQuery, postQuery, relatedPostsQuery, visitorsQuery } from '#client/features/forum/forum-queries.ts'
import { pageSuffix } from '#client/pages/catalogue-head.ts'
import { forumPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { commentsHref, commentsInput, commentWords, readPost } from '#client/pages/forum/forum-post-choice.ts'
import { describePost } from '#client/pages/forum/forum-post-head.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const forumPostPage = definePage('forum-post', {
  path: '/bbs/detail/:id?',
  where: { id: /\d+/ },
  layout: 'base',
  // whether a post waits, was removed or never was: strangers get the same 404, and the next one who comes may see it
  cache: {
    ...tagged(forumPolicy, ({ id }) => [tagOf('post', id), tagOfAll('common')], commentWords),
    missing: 'never',
  },
  sitemap: entitySitemap('post', postHref),
  parse: readPost,
  data: ({ api, choice }) => ({
    critical: [postQuery(api, { id: choice.id }), commentsQuery(api, commentsInput(choice.id, choice))],
    wanted: [relatedPostsQuery(api, choice.id)],
    deferred: [visitorsQuery(api, { postId: choice.id })],
  }),
  settle: ({ api, choice, read }) => {
    const comments = read(commentsQuery(api, commentsInput(choice.id, choice)))
    if (comments && choice.page > Math.max(1, comments.pages)) throw pageNotFound()
  },
  head: ({ api, choice, read }) => {
    const { id } = choice
    const post = read(postQuery(api, { id }))
    const canonical = commentsHref(postHref(id), { ...choice, order: 'floor' })
    if (!post) return { title: '帖子', description: '', canonical }
    return {
      title: `${post.title}${pageSuffix(choice.page)}`,
      description: describePost(post, choice.page),
      canonical,
      ogType: 'article',
      noindex: post.status !== PostStatus.published,
      card: {
        name: `forum-post-${id}`,
        kind: '讨论',
        title: post.title,
        byline: `${post.author.nickname} · ${post.category.name}`,
        ground: 'paper',
      },
    }
  },
  component: () => import('#client/pages/forum/forum-post.tsx').then((m) => m.ForumPost),
})
