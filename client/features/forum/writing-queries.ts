import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#client/features/common/call-query.ts'
import { type Change, useChange } from '#client/features/common/change.ts'
import type { Api, CallInput, CallRoute } from '#shared/contract/calls.ts'

// What is read and changed by who writes in the forum.

export const mineQuery = (api: Api, id: number) => callQuery(api, 'GET /api/post/mine', { id })
export const ownTextQuery = (api: Api, id: number) => callQuery(api, 'GET /api/post/own-text', { id })
export const draftQuery = (api: Api, place: string) => callQuery(api, 'GET /api/post/draft', { place })
export const draftsQuery = (api: Api) => callQuery(api, 'GET /api/post/draft-list', {})
export const deletedQuery = (api: Api) => callQuery(api, 'GET /api/post/deleted-list', {})
export const newsCountQuery = (api: Api) => callQuery(api, 'GET /api/post/news-count', {})
export const collectionsQuery = (api: Api, input: CallInput<'GET /api/post/my-collection-list'>) =>
  callQuery(api, 'GET /api/post/my-collection-list', input)
export const commentNewsQuery = (api: Api, input: CallInput<'GET /api/post/my-comment-list'>) =>
  callQuery(api, 'GET /api/post/my-comment-list', input)
export const reviewNewsQuery = (api: Api, input: CallInput<'GET /api/post/my-review-post-list'>) =>
  callQuery(api, 'GET /api/post/my-review-post-list', input)
export const visitSettingQuery = (api: Api) => callQuery(api, 'GET /api/post/visit-setting', {})

const lists: readonly CallRoute[] = [
  'GET /api/post/user-post-list',
  'GET /api/post/list',
  'GET /api/post/detail',
  'GET /api/post/own-text',
  'GET /api/post/deleted-list',
  'GET /api/post/draft-list',
  'GET /api/post/draft',
  'GET /api/post/user-summary',
]
const thread: readonly CallRoute[] = [
  'GET /api/post/detail',
  'GET /api/post/comment/comment-list',
  'GET /api/post/mine',
  'GET /api/post/draft',
  'GET /api/post/draft-list',
  'GET /api/post/user-comment-list',
  'GET /api/post/user-summary',
]

const changes = {
  add: { route: 'POST /api/post/add', stale: lists },
  update: { route: 'POST /api/post/update', stale: lists },
  remove: { route: 'GET /api/post/delete', stale: lists },
  restore: { route: 'POST /api/post/restore', stale: lists },
  reply: { route: 'POST /api/post/comment/add-comment', stale: thread },
  editReply: { route: 'POST /api/post/comment/update', stale: thread },
  removeReply: { route: 'POST /api/post/comment/delete', stale: thread },
  like: { route: 'POST /api/post/like', stale: ['GET /api/post/detail'] },
  likeReply: { route: 'POST /api/post/comment/like', stale: ['GET /api/post/comment/comment-list'] },
  collect: { route: 'POST /api/post/collect', stale: ['GET /api/post/detail', 'GET /api/post/my-collection-list'] },
  newsSeen: {
    route: 'POST /api/post/news-seen',
    stale: ['GET /api/post/my-comment-list', 'GET /api/post/my-review-post-list'],
  },
  visits: { route: 'POST /api/post/visit-setting', stale: ['GET /api/post/visit-list'] },
} as const satisfies Readonly<Record<string, Change<CallRoute>>>

/** However much is sent and published, what stands in the page is asked anew this often at most. */
const calmMs = 1000
let refreshedAt = Number.NEGATIVE_INFINITY
let refreshing: ReturnType<typeof setTimeout> | undefined

/** Has the thread in the page show what was just written in it; once a second at most. */
export function refreshThread(queries: QueryClient): void {
  if (refreshing !== undefined) return
  refreshing = setTimeout(
    () => {
      refreshing = undefined
      refreshedAt = performance.now()
      const routes: readonly unknown[] = thread
      void queries.refetchQueries({ type: 'active', predicate: ({ queryKey }) => routes.includes(queryKey[0]) })
    },
    Math.max(0, refreshedAt + calmMs - performance.now()),
  )
}

export const useAddPost = () => useChange(changes.add)
export const useUpdatePost = () => useChange(changes.update)
export const useRemovePost = () => useChange(changes.remove)
export const useRestorePost = () => useChange(changes.restore)
export const useReply = () => useChange(changes.reply)
export const useEditReply = () => useChange(changes.editReply)
export const useRemoveReply = () => useChange(changes.removeReply)
export const useLike = () => useChange(changes.like)
export const useLikeReply = () => useChange(changes.likeReply)
export const useCollect = () => useChange(changes.collect)
export const useNewsSeen = () => useChange(changes.newsSeen)
export const useVisitSetting = () => useChange(changes.visits)
