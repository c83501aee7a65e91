import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { bellInput, useMessageActions } from '#client/features/message/message-actions.ts'
import { messageHref } from '#client/features/message/message-href.ts'
import { MessageRows } from '#client/features/message/message-rows.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { messageListQuery } from '#client/features/message/message-queries.ts'
import css from './message-panel.module.css'

const mostShown = 5

/** What hangs under the bell: the newest messages, and the way to all of them. */
export function MessagePanel({ onClose }: { onClose: () => void }): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  const { refresh, readAll } = useMessageActions()
  const [busy, setBusy] = useState(false)
  const { data, isError, refetch } = useQuery({
    ...messageListQuery(api, bellInput),
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it asks anew, once
  useEffect(() => void refresh(), [])
  const handleReadAll = async (): Promise<void> => {
    setBusy(true)
    await readAll().catch(() => toast('没能标为已读，请再试一次', 'bad'))
    setBusy(false)
  }
  const shown = data?.records.slice(0, mostShown) ?? []
  return (
    <section className={css.panel} aria-label="消息">
      <div className={css.head}>
        <h2 className={css.title}>消息</h2>
        <button type="button" className={css.readAll} disabled={busy || !user?.unread} onClick={handleReadAll}>
          全部已读
        </button>
      </div>
      {data && shown.length === 0 ? <p className={`${css.empty} muted`}>暂无消息</p> : null}
      {shown.length > 0 ? (
        <MessageRows
          messages={shown}
          hrefOf={({ id }) => messageHref({ id })}
          onOpen={({ id }) => {
            onClose()
            navigate(messageHref({ id }))
          }}
        />
      ) : null}
      {isError && !data ? <ErrorBlock onRetry={() => void refetch()} /> : null}
      {data || isError ? null : <Skeleton kind="lines" />}
      {data && data.records.length > mostShown ? (
        <a className={`more ${css.all}`} href="/user/message" onClick={onClose}>
          查看更多
        </a>
      ) : null}
    </section>
  )
}
