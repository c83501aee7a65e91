import { callQuery } from '#client/features/common/call-query.ts'
import { forumHome } from '#client/features/forum/forum-address.ts'
import { forumListInput, forumQuery, readForumChoice } from '#client/pages/forum/forum-choice.ts'
import { forumCrumbs, forumFillers, postItems } from '#client/pages/forum/forum-head.ts'
import { descriptionOf, seoQuery } from '#client/pages/catalogue-head.ts'
import { breadcrumbLd, itemListLd } from '#client/pages/catalogue-json-ld.ts'
import { forumPolicy, tagged } from '#client/pages/catalogue-policy.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

/** The home shows the beginning of each list; the rest is with all posts. */
export const forumHomePage = definePage('forum-home', {
  path: '/bbs/plate',
  layout: 'base',
  cache: tagged(forumPolicy, () => [tagOfAll('bbs'), tagOfAll('common')], { sort: forumQuery.sort }, ['page']),
  sitemap: () => [{ path: forumHome }],
  data: ({ api, search }) => {
    const choice = readForumChoice(forumHome, search)
    if (choice.page > 1) throw pageMoved(`/bbs/plate/all?${search}`)
    return {
      critical: [
        callQuery(api, 'GET /api/post/recommend-category-list', {}),
        callQuery(api, 'GET /api/post/list', forumListInput(choice)),
        callQuery(api, 'GET /api/post/summary', {}),
      ],
      wanted: [seoQuery(api, 'bbs')],
      deferred: [callQuery(api, 'GET /api/post/essence-post-list', { size: 8 })],
    }
  },
  head: ({ api, search, read }) => {
    const plates = read(callQuery(api, 'GET /api/post/recommend-category-list', {})) ?? []
    const list = read(callQuery(api, 'GET /api/post/list', forumListInput(readForumChoice(forumHome, search))))
    const seo = read(seoQuery(api, 'bbs'))
    return {
      title: seo?.title ?? '社区',
      description:
        seo?.description ??
        descriptionOf(
          [
            `学园社区共 ${list?.total ?? 0} 篇帖子：`,
            `${plates
              .slice(0, 4)
              .map((plate) => plate.name)
              .join('、')}等版块，`,
            '交作业、问问题、看同学的弯路，老师也在里面回。',
          ],
          forumFillers,
        ),
      keywords: seo?.keyWord,
      canonical: forumHome,
      card: {
        name: 'forum-home',
        kind: '社区',
        title: '交作业、问问题、看同学的弯路',
        byline: '老师也在里面回',
        ground: 'board',
      },
      jsonLd: [itemListLd('社区的帖子', postItems(list?.records ?? [])), breadcrumbLd(forumCrumbs)],
    }
  },
  component: () => import('#client/pages/forum/forum-home.tsx').then((m) => m.ForumHome),
})
