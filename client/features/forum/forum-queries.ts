import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** What is read in the forum. */

export const postListQuery = (api: Api, input: CallInput<'GET /api/post/list'>) =>
  callQuery(api, 'GET /api/post/list', input)

export const postSearchQuery = (api: Api, input: CallInput<'GET /api/post/search'>) =>
  callQuery(api, 'GET /api/post/search', input)

export const platesQuery = (api: Api) => callQuery(api, 'GET /api/post/category-list', {})

export const recommendedPlatesQuery = (api: Api) => callQuery(api, 'GET /api/post/recommend-category-list', {})

export const plateQuery = (api: Api, id: number) => callQuery(api, 'GET /api/post/category-detail', { id })

/** How much is written, in a plate or in all. */
export const forumFiguresQuery = (api: Api, input: CallInput<'GET /api/post/summary'>) =>
  callQuery(api, 'GET /api/post/summary', input)

export const essenceQuery = (api: Api, input: CallInput<'GET /api/post/essence-post-list'>) =>
  callQuery(api, 'GET /api/post/essence-post-list', input)

export const postQuery = (api: Api, input: CallInput<'GET /api/post/detail'>) =>
  callQuery(api, 'GET /api/post/detail', input)

export const commentsQuery = (api: Api, input: CallInput<'GET /api/post/comment/comment-list'>) =>
  callQuery(api, 'GET /api/post/comment/comment-list', input)

export const relatedPostsQuery = (api: Api, id: number) => callQuery(api, 'GET /api/post/related-list', { id })

/** Who came by, at a post or at somebody's page. */
export const visitorsQuery = (api: Api, input: CallInput<'GET /api/post/visit-list'>) =>
  callQuery(api, 'GET /api/post/visit-list', input)

export const authorQuery = (api: Api, uid: number) => callQuery(api, 'GET /api/user/info/get-user-info-by-uid', { uid })

/** How much somebody has written; without an id, the learner. */
export const authorFiguresQuery = (api: Api, input: CallInput<'GET /api/post/user-summary'>) =>
  callQuery(api, 'GET /api/post/user-summary', input)

export const authorPostsQuery = (api: Api, input: CallInput<'GET /api/post/user-post-list'>) =>
  callQuery(api, 'GET /api/post/user-post-list', input)

export const authorCommentsQuery = (api: Api, input: CallInput<'GET /api/post/user-comment-list'>) =>
  callQuery(api, 'GET /api/post/user-comment-list', input)
