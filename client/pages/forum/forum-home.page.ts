import { filterWords } from '#client/features/common/list-filters.ts'
import { forumHome } from '#client/features/forum/forum-address.ts'
import { forumFilters } from '#client/features/forum/forum-filters.ts'
import {
  essenceQuery,
  forumFiguresQuery,
  postListQuery,
  recommendedPlatesQuery,
} from '#client/features/forum/forum-queries.ts'
import { descriptionOf, seoQuery } from '#client/pages/catalogue-head.ts'
import { forumPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { forumListInput, readForumChoice } from '#client/pages/forum/forum-choice.ts'
import { forumFillers } from '#client/pages/forum/forum-head.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

/** The home shows the beginning of each list; the rest is with all posts. */
export const forumHomePage = definePage('forum-home', {
  path: '/bbs/plate',
  layout: 'base',
  cache: tagged(forumPolicy, () => [tagOfAll('bbs'), tagOfAll('common')], filterWords(forumFilters), ['page']),
  sitemap: () => [{ path: forumHome }],
  parse: ({ search }) => {
    const choice = readForumChoice(forumHome, search)
    if (choice.page > 1) throw pageMoved(`/bbs/plate/all?${search}`)
    return choice
  },
  data: ({ api, choice }) => ({
    critical: [recommendedPlatesQuery(api), postListQuery(api, forumListInput(choice)), forumFiguresQuery(api, {})],
    wanted: [seoQuery(api, 'bbs')],
    deferred: [essenceQuery(api, { size: 8 })],
  }),
  head: ({ api, choice, read }) => {
    const plates = read(recommendedPlatesQuery(api)) ?? []
    const list = read(postListQuery(api, forumListInput(choice)))
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
    }
  },
  component: () => import('#client/pages/forum/forum-home.tsx').then((m) => m.ForumHome),
})
