import { useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'

/** Tells that a post or a user's page was looked at, once it stands in the browser; nothing waits for it. */
export function useView({ id, userId }: { id?: number; userId?: number }): void {
  const { api } = useApp()
  useEffect(() => {
    api
      .call('POST /api/post/view', { ...(id === undefined ? {} : { id }), ...(userId === undefined ? {} : { userId }) })
      .catch(() => undefined)
  }, [api, id, userId])
}
