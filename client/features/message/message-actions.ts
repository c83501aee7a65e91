import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import {
  confirmMessage,
  fetchMessageCheck,
  messageListRoute,
  readAllMessages,
  readMessage,
} from '#client/features/message/message-queries.ts'
import { userQuery, menuCountsRoute } from '#client/features/session/session-queries.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'

type Check = CallOutput<'GET /api/notify-message/check-review'>

/** What the bell shows: the newest messages, one more than it has room for. */
export const bellInput = { pageNum: 1, pageSize: 6 } as const

/** Asks whether something is unread or waits, and tells the frame: the dot and the count stand with the user. */
export async function checkMessages(api: Api, queries: QueryClient): Promise<Check> {
  const check = await fetchMessageCheck(api)
  queries.setQueryData<CallOutput<'GET /api/user/info'>>(
    userQuery(api).queryKey,
    (user) => user && { ...user, unread: check.checkReview, forced: check.warnList.length },
  )
  return check
}

/** What says which messages there are, or how many. */
const counting: ReadonlySet<unknown> = new Set([messageListRoute, menuCountsRoute])

export interface MessageActions {
  /** Marks one as read; the dot and the lists follow. */
  read: (msgId: number) => Promise<void>
  readAll: () => Promise<void>
  /** Confirms one. Throws when that failed. */
  confirm: (msgId: number) => Promise<void>
  /** The dot and every list that is on the page are asked anew. */
  refresh: () => Promise<Check | undefined>
}

/** What a reader does with messages. */
export function useMessageActions(): MessageActions {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = async (): Promise<Check | undefined> => {
    const [check] = await Promise.all([
      checkMessages(api, queries).catch(() => undefined),
      queries.invalidateQueries({ predicate: ({ queryKey }) => counting.has(queryKey[0]) }),
    ])
    return check
  }
  return {
    refresh,
    async read(msgId) {
      await readMessage(api, { msgId })
      await refresh()
    },
    async readAll() {
      await readAllMessages(api)
      await refresh()
    },
    async confirm(msgId) {
      await confirmMessage(api, { msgId })
      await refresh()
    },
  }
}
