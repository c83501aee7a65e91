import type { PageQuery } from '#client/features/common/call-query.ts'
import { agreementTitles, agreementType } from '#client/pages/agreement/agreement-titles.ts'
import { definePage } from '#client/pages/define-page.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { agreementTypes } from '#shared/contract/enums.ts'
import { agreementTextQuery } from '#client/features/common/agreement-queries.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

function agreementQuery(api: Api, name: string | undefined): PageQuery<CallOutput<'GET /api/common/agreement'>> {
  return agreementTextQuery(api, { type: agreementType(name) })
}

export const agreement = definePage('agreement', {
  path: '/agreement/:type?',
  where: { type: new RegExp(agreementTypes.join('|')) },
  layout: 'default',
  cache: {
    ttl: 3600,
    swr: 86_400,
    sie: 86_400 * 7,
    tags: ({ type }) => [tagOfAll('agreements'), tagOf('agreement', agreementType(type))],
  },
  sitemap: () => agreementTypes.map((type) => ({ path: `/agreement/${type}` })),
  data: ({ api, params }) => ({ critical: [agreementQuery(api, params.type)] }),
  head: ({ api, common, params, read }) => {
    const type = agreementType(params.type)
    const title = read(agreementQuery(api, params.type))?.title ?? agreementTitles[type]
    return {
      title,
      description: `${common.config.brandName}的《${title}》全文：写明适用范围、双方的权利和义务、出了争议怎么办、怎么联系我们，以及它的版本和生效日期。`,
      canonical: `/agreement/${type}`,
      card: { name: `agreement-${type}`, kind: '协议', title, ground: 'board' },
    }
  },
  component: () => import('#client/pages/agreement/agreement.tsx').then((m) => m.Agreement),
})
