import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { AnswerButton } from '#client/features/message/answer-button.tsx'
import { useMessageActions } from '#client/features/message/message-actions.ts'
import { MessageWords } from '#client/features/message/message-words.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Message } from '#shared/contract/message.ts'
import { messageQuery } from '#client/features/message/message-queries.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

interface InboxDialogProps {
  id: number
  /** The message itself where the list has it; else it is asked for. */
  known?: Message | undefined
  onClose: () => void
}

/** One message that its reader has opened: it is read by that. */
export function InboxDialog({ id, known, onClose }: InboxDialogProps): ReactNode {
  const { api } = useApp()
  const { read, confirm } = useMessageActions()
  const { data, error, refetch } = useQuery({
    ...messageQuery(api, { msgId: id }),
    ...(known ? { initialData: known } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isUnread = data?.review === false
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once, when it is opened
  useEffect(() => {
    if (isUnread) read(id).catch(() => undefined)
  }, [id, isUnread])
  const isGone = error instanceof ApiError && error.code === Code.NotFound
  return (
    <Dialog title={data?.title ?? (isGone ? '这条消息不在了' : '消息')} onClose={onClose}>
      {data ? (
        <>
          <MessageWords message={data} />
          {data.buttonUrl || data.buttonName || !data.confirm ? (
            <AnswerButton message={data} onConfirm={() => confirm(id)} onDone={onClose} />
          ) : null}
        </>
      ) : null}
      {isGone ? <p className="muted">它可能已被撤回。</p> : null}
      {error && !isGone ? <ErrorBlock onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton kind="lines" count={4} />}
    </Dialog>
  )
}
