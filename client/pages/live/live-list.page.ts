import { callQuery, type PageQuery } from '#client/features/common/call-query.ts'
import { descriptionOf, pageSuffix, schoolFillers, seoQuery } from '#client/pages/catalogue-head.ts'
import { breadcrumbLd, itemListLd } from '#client/pages/catalogue-json-ld.ts'
import { readPageNumber, withQuery } from '#client/pages/catalogue-paths.ts'
import { livePolicy, tagged } from '#client/pages/catalogue-policy.ts'
import { definePage } from '#client/pages/define-page.ts'
import { liveListInput } from '#client/pages/live/live-list-choice.ts'
import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

function liveQuery(api: Api, page: number): PageQuery<CallOutput<'GET /api/home/open-live'>> {
  return callQuery(api, 'GET /api/home/open-live', liveListInput(page))
}

function readPage(search: URLSearchParams): number {
  return readPageNumber(search.get('page') ?? undefined)
}

export const liveList = definePage('live-list', {
  path: '/live/list',
  layout: 'base',
  cache: tagged(livePolicy, () => [tagOfAll('live'), tagOfAll('common')], { page: /^[1-9]\d{0,3}$/ }),
  sitemap: () => [{ path: '/live/list' }],
  data: ({ api, search }) => {
    const page = readPage(search)
    if (search.get('page') === '1') {
      const rest = new URLSearchParams(search)
      rest.delete('page')
      throw pageMoved(withQuery('/live/list', rest))
    }
    return {
      critical: [liveQuery(api, page)],
      wanted: [seoQuery(api, 'liveList')],
    }
  },
  settle: ({ api, search, read }) => {
    const list = read(liveQuery(api, readPage(search)))
    if (list && readPage(search) > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, search, read }) => {
    const page = readPage(search)
    const list = read(liveQuery(api, page))
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
      jsonLd: [
        itemListLd(
          '公开课',
          (list?.records ?? []).map((card) => ({
            name: card.periodName || card.name,
            url: detailUrl(LectureType.live, card.id),
          })),
        ),
        breadcrumbLd([
          { text: '首页', href: '/' },
          { text: '公开课', href: '/live/list' },
        ]),
      ],
    }
  },
  component: () => import('#client/pages/live/live-list.tsx').then((m) => m.LiveList),
})
