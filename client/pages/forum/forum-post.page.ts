import { callQuery } from '#client/features/common/call-query.ts'
import { postHref } from '#client/features/forum/forum-address.ts'
import { commentsHref, commentsInput, postQuery, readCommentChoice } from '#client/pages/forum/forum-post-choice.ts'
import { describePost, postCrumbs, postLd } from '#client/pages/forum/forum-post-head.ts'
import { pageSuffix } from '#client/pages/catalogue-head.ts'
import { breadcrumbLd } from '#client/pages/catalogue-json-ld.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import { forumPolicy, tagged } from '#client/pages/catalogue-policy.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const forumPostPage = definePage('forum-post', {
  path: '/bbs/detail/:id?',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(forumPolicy, ({ id }) => [tagOf('post', id), tagOfAll('common')], postQuery),
  sitemap: entitySitemap('post', postHref),
  data: ({ api, params, search }) => {
    const id = readDetailId(params.id, '/bbs/detail')
    const choice = readCommentChoice(postHref(id), search)
    return {
      critical: [
        callQuery(api, 'GET /api/post/detail', { id }),
        callQuery(api, 'GET /api/post/comment/comment-list', commentsInput(id, choice)),
      ],
      wanted: [callQuery(api, 'GET /api/post/related-list', { id })],
      deferred: [callQuery(api, 'GET /api/post/visit-list', { postId: id })],
    }
  },
  settle: ({ api, params, search, read }) => {
    const id = Number(params.id)
    const choice = readCommentChoice(postHref(id), search)
    const comments = read(callQuery(api, 'GET /api/post/comment/comment-list', commentsInput(id, choice)))
    if (comments && choice.page > Math.max(1, comments.pages)) throw pageNotFound()
  },
  head: ({ api, params, search, read }) => {
    const id = Number(params.id)
    const choice = readCommentChoice(postHref(id), search)
    const post = read(callQuery(api, 'GET /api/post/detail', { id }))
    const comments = read(callQuery(api, 'GET /api/post/comment/comment-list', commentsInput(id, choice)))
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
      jsonLd: [postLd(post, comments?.records ?? []), breadcrumbLd(postCrumbs(post))],
    }
  },
  component: () => import('#client/pages/forum/forum-post.tsx').then((m) => m.ForumPost),
})
