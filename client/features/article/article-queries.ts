import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** What is read of articles. */

export const articleListQuery = (api: Api, input: CallInput<'GET /api/information/list-information'>) =>
  callQuery(api, 'GET /api/information/list-information', input)

export const articleCategoriesQuery = (api: Api) => callQuery(api, 'GET /api/information/list-information-category', {})

/** What is read most, of a category or of all; beside an article, what goes with it. */
export const articleRecommendQuery = (api: Api, input: CallInput<'GET /api/information/get-information-recommend'>) =>
  callQuery(api, 'GET /api/information/get-information-recommend', input)

/** An article as an address names it; a preview is signed. */
export interface ArticleAddress {
  id: number
  isPreview: boolean
  sign: string | undefined
}

const previewInput = ({ id, sign }: ArticleAddress) => ({ id, ...(sign ? { sign } : {}) })

/** An article; a preview has a call of its own. */
export const articleDetailQuery = (api: Api, address: ArticleAddress) =>
  address.isPreview
    ? callQuery(api, 'GET /api/information/get-temporary-information', previewInput(address))
    : callQuery(api, 'GET /api/information/get-information-detail', { id: address.id })

/** What goes with an article. */
export const besideArticleQuery = (api: Api, address: ArticleAddress) =>
  address.isPreview
    ? callQuery(api, 'GET /api/information/get-temporary-information-recommend', previewInput(address))
    : articleRecommendQuery(api, { id: address.id })
