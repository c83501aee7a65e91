import { type ReactNode, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { useMessageActions } from '#client/features/message/message-actions.ts'
import { messageHref, readMessageChoice } from '#client/features/message/message-href.ts'
import { MessageRows } from '#client/features/message/message-rows.tsx'
import { messagesInput } from '#client/features/message/messages-input.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { messageKinds } from '#shared/contract/enums.ts'
import { messageKindNames } from '#shared/rules/message-kinds.ts'
import { messageListQuery } from '#client/features/message/message-queries.ts'
import css from './messages.module.css'

const InboxDialog = lazyDialog(() => import('#client/features/message/inbox-dialog.tsx').then((m) => m.InboxDialog))

const emptyText = {
  all: '课程、订单和学校的通知会在这里',
  study: '上课提醒和作业会在这里',
  order: '付款、退款和优惠券的消息会在这里',
  notice: '学校和账号的通知会在这里',
} as const

function ReadAll(): ReactNode {
  const { user } = useSession()
  const { readAll } = useMessageActions()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await readAll().catch(() => toast('没能标为已读，请再试一次', 'bad'))
    setBusy(false)
  }
  return (
    <Button tone="secondary" size="s" busy={busy} disabled={!user?.unread} onClick={handleClick}>
      全部已读
    </Button>
  )
}

/** A learner's messages by kind, the newest first. */
export function Messages({ search }: PageProps): ReactNode {
  const { env } = useApp()
  const choice = readMessageChoice(new URLSearchParams(search))
  const page = useRead(messageListQuery, messagesInput(choice))
  const here = { topic: choice.topic, page: choice.page }
  return (
    <UserFrame current="/user/message" title="我的消息" actions={<ReadAll />}>
      <TabLinks
        label="消息种类"
        items={[
          { text: '全部', href: messageHref({}), current: choice.topic === undefined },
          ...messageKinds.map((topic) => ({
            text: messageKindNames[topic],
            href: messageHref({ topic }),
            current: topic === choice.topic,
          })),
        ]}
      />
      <div className={css.list}>
        {page.records.length === 0 ? (
          <EmptyBlock
            title="暂无消息"
            text={emptyText[choice.topic ?? 'all']}
            action={
              choice.page > 1
                ? { text: '回到第一页', href: messageHref({ topic: choice.topic }) }
                : { text: '看看课程', href: '/course' }
            }
          />
        ) : (
          <MessageRows messages={page.records} hrefOf={({ id }) => messageHref({ ...here, id })} />
        )}
      </div>
      <Pager
        current={page.current}
        pages={page.pages}
        total={page.total}
        more={page.more}
        unit="条消息"
        hrefOf={(number) => messageHref({ topic: choice.topic, page: number })}
      />
      {choice.id === undefined ? null : (
        <InboxDialog
          key={choice.id}
          styles={env.css['inbox-dialog']}
          id={choice.id}
          known={page.records.find(({ id }) => id === choice.id)}
          onClose={() => navigate(messageHref(here))}
        />
      )}
    </UserFrame>
  )
}
