import { openLivesQuery } from '#client/features/live/live-queries.ts'
import { descriptionOf, pageSuffix, schoolFillers, seoQuery } from '#client/pages/catalogue-head.ts'
import { livePolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { liveListInput, readLiveList } from '#client/pages/live/live-list-choice.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export const liveList = definePage('live-list', {
  path: '/live/list',
  layout: 'base',
  cache: tagged(livePolicy, () => [tagOfAll('live'), tagOfAll('common')], { page: /^[1-9]\d{0,3}$/ }),
  sitemap: () => [{ path: '/live/list' }],
  parse: readLiveList,
  data: ({ api, choice: { page } }) => ({
    critical: [openLivesQuery(api, liveListInput(page))],
    wanted: [seoQuery(api, 'liveList')],
  }),
  settle: ({ api, choice: { page }, read }) => {
    const list = read(openLivesQuery(api, liveListInput(page)))
    if (list && page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, choice: { page }, read }) => {
    const seo = read(seoQuery(api, 'liveList'))
    const own = descriptionOf(
      [
        `公开课${pageSuffix(page)}：`,
        '每周都有的公开直播课，老师在线讲构图、排印、代码、布光、混音和经营，',
        '错过的能看回放，不用付费，进来就能坐下听。',
      ],
      schoolFillers,
    )
    return {
      title: `${seo?.title ?? '公开课'}${pageSuffix(page)}`,
      description: page === 1 ? (seo?.description ?? own) : own,
      keywords: seo?.keyWord,
      canonical: page > 1 ? `/live/list?page=${page}` : '/live/list',
      card: {
        name: 'live-list',
        kind: '公开课',
        title: '每周都有的公开直播课',
        byline: '老师在线讲，错过的能看回放，不用付费',
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/live/live-list.tsx').then((m) => m.LiveList),
})
