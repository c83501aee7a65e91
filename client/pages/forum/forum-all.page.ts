import { forumAll } from '#client/features/forum/forum-address.ts'
import { platesQuery, postListQuery, postSearchQuery } from '#client/features/forum/forum-queries.ts'
import { descriptionOf, pageSuffix } from '#client/pages/catalogue-head.ts'
import { forumPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage, type PageInput } from '#client/pages/define-page.ts'
import {
  type AllPostsChoice,
  forumListHref,
  forumListInput,
  forumQuery,
  readAllPosts,
} from '#client/pages/forum/forum-choice.ts'
import { forumFillers } from '#client/pages/forum/forum-head.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

function listQuery({ api, choice: { found, list } }: Pick<PageInput<unknown, AllPostsChoice>, 'api' | 'choice'>) {
  return found ? postSearchQuery(api, found) : postListQuery(api, forumListInput(list))
}

/** All plates and all posts, or what a search in the forum finds. */
export const forumAllPage = definePage('forum-all', {
  path: '/bbs/plate/all',
  layout: 'base',
  cache: tagged(forumPolicy, () => [tagOfAll('bbs'), tagOfAll('common')], forumQuery, ['searchText']),
  sitemap: () => [{ path: forumAll }],
  parse: readAllPosts,
  data: (input) => ({ critical: [listQuery(input), ...(input.choice.found ? [] : [platesQuery(input.api)])] }),
  settle: (input) => {
    const list = input.read(listQuery(input))
    if (list && list.current > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: (input) => {
    const text = input.choice.found?.searchText
    const list = input.read(listQuery(input))
    if (text)
      return {
        title: `社区里的“${text}”`,
        description: `社区里与“${text}”有关的帖子。`,
        canonical: forumAll,
        noindex: true,
      }
    const choice = input.choice.list
    const suffix = pageSuffix(choice.page)
    return {
      title: `全部版块与帖子${suffix}`,
      description: descriptionOf(
        [
          `社区的全部版块，和 ${list?.total ?? 0} 篇帖子${suffix}。`,
          '画画、设计、编程、影视、音乐、做生意，各有各的角落，',
          '可以按最新回复、最新发布和回复多少来排。',
        ],
        forumFillers,
      ),
      canonical: forumListHref(forumAll, { ...choice, sort: 'active' }, choice.page),
      card: {
        name: 'forum-all',
        kind: '社区',
        title: '全部版块与帖子',
        byline: '画画、设计、编程、影视、音乐、做生意，各有各的角落',
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/forum/forum-all.tsx').then((m) => m.ForumAll),
})
