import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { linkProps } from '#client/features/room/room-bar.tsx'
import { findOpenTab } from '#client/features/room/side-focus.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { SystemContent } from '#shared/contract/im-fields.ts'
import css from './push-card.module.css'

const CouponDialog = lazyDialog(() => import('#client/features/room/coupon-dialog.tsx').then((m) => m.CouponDialog))
const LotteryDialog = lazyDialog(() => import('#client/features/room/lottery-dialog.tsx').then((m) => m.LotteryDialog))

export type Push = NonNullable<SystemContent['push']>

const kinds: Readonly<Record<Push['kind'], { label: string; action: string }>> = {
  coupon: { label: '优惠券', action: '领取' },
  course: { label: '课程', action: '去看看' },
  activity: { label: '抽奖', action: '去抽奖' },
  evaluate: { label: '评价', action: '去评价' },
}

/** What the teacher has just pushed, beside the picture and above the chat. */
export function PushCard({
  push,
  onEvaluate,
  onClose,
}: {
  push: Push
  onEvaluate: () => void
  onClose: () => void
}): ReactNode {
  const { env } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const { label, action } = kinds[push.kind]
  const link = push.url ? linkProps(push.url) : undefined
  const close = (): void => {
    setIsOpen(false)
    onClose()
  }
  const act = (): void => {
    if (push.kind === 'evaluate') onEvaluate()
    else setIsOpen(true)
  }
  return (
    <div className={css.card} role="status">
      <p className={css.kind}>老师推送　{label}</p>
      <p className={css.title}>{push.title}</p>
      <p className={css.ways}>
        {push.kind === 'course' && link ? (
          <ButtonLink tone="primary" size="s" {...link}>
            {action}
          </ButtonLink>
        ) : push.refId !== null || push.kind === 'evaluate' ? (
          <Button tone="primary" size="s" onClick={act}>
            {action}
          </Button>
        ) : null}
        <Button
          tone="text"
          size="s"
          onClick={() => {
            onClose()
            findOpenTab()?.focus()
          }}
        >
          知道了
        </Button>
      </p>
      {isOpen && push.kind === 'coupon' && push.refId !== null ? (
        <CouponDialog styles={env.css['coupon-dialog']} couponId={push.refId} returnTo={findOpenTab} onClose={close} />
      ) : null}
      {isOpen && push.kind === 'activity' && push.refId !== null ? (
        <LotteryDialog
          styles={env.css['lottery-dialog']}
          activityId={push.refId}
          returnTo={findOpenTab}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
