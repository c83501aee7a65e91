import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { GiftBar } from '#client/features/room/gift-bar.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { isOpenAddress } from '#shared/rules/open-address.ts'
import { showMoney } from '#shared/rules/money.ts'
import css from './room-bar.module.css'

type LiveRoom = CallOutput<'GET /api/live-info/get-live-info-v2'>
export type Pendant = LiveRoom['livePendant'][string]

const CouponDialog = lazyDialog(() => import('#client/features/room/coupon-dialog.tsx').then((m) => m.CouponDialog))
const LotteryDialog = lazyDialog(() => import('#client/features/room/lottery-dialog.tsx').then((m) => m.LotteryDialog))

interface Opened {
  kind: 'coupon' | 'activity'
  refId: number
}

/** An address of this site or a secure one elsewhere; anything else is no link. */
export function linkProps(url: string): { href: string; target: '_blank'; rel: 'noopener' } | undefined {
  return isOpenAddress(url) ? { href: url, target: '_blank', rel: 'noopener' } : undefined
}

function PendantButton({ pendant, onOpen }: { pendant: Pendant; onOpen: (opened: Opened) => void }): ReactNode {
  const { type, refId, title, img, url } = pendant
  const inner = (
    <>
      {img ? <img src={img} alt="" width="24" height="24" /> : null}
      <span className="one">{title}</span>
    </>
  )
  if (refId !== null && (type === 'coupon' || type === 'activity')) {
    return (
      <button
        type="button"
        className={css.pendant}
        aria-haspopup="dialog"
        onClick={() => onOpen({ kind: type, refId })}
      >
        {inner}
      </button>
    )
  }
  const link = url ? linkProps(url) : undefined
  return link ? (
    <a className={css.pendant} {...link}>
      {inner}
    </a>
  ) : null
}

interface RoomBarProps {
  sale: LiveRoom['saleInfo']
  pendants: readonly Pendant[]
  activityId: number | null
  onLessons?: (() => void) | undefined
}

/** What can be had and done under the picture: the offer, what hangs in the room, the draw, the course's lessons, presents. */
export function RoomBar({ sale, pendants, activityId, onLessons }: RoomBarProps): ReactNode {
  const { env } = useApp()
  const [opened, setOpened] = useState<Opened>()
  const hasJoined = useChat((chat) => chat.phase === 'joined')
  const drawn = activityId !== null && !pendants.some(({ type }) => type === 'activity') ? activityId : undefined
  const saleLink = sale ? linkProps(sale.url) : undefined
  return (
    <div className={css.bar}>
      {sale && saleLink ? (
        <a className={css.pendant} {...saleLink}>
          <span className="one">{sale.name}</span>
          {sale.isBuy ? <span className={css.got}>已报名</span> : <b className={css.price}>¥{showMoney(sale.price)}</b>}
        </a>
      ) : null}
      {pendants.map((pendant) => (
        <PendantButton key={pendant.type} pendant={pendant} onOpen={setOpened} />
      ))}
      {drawn !== undefined && hasJoined ? (
        <button
          type="button"
          className={css.tool}
          aria-haspopup="dialog"
          onClick={() => setOpened({ kind: 'activity', refId: drawn })}
        >
          抽奖
        </button>
      ) : null}
      {onLessons ? (
        <button type="button" className={css.tool} aria-haspopup="dialog" onClick={onLessons}>
          目录
        </button>
      ) : null}
      <GiftBar />
      {opened?.kind === 'coupon' ? (
        <CouponDialog styles={env.css['coupon-dialog']} couponId={opened.refId} onClose={() => setOpened(undefined)} />
      ) : null}
      {opened?.kind === 'activity' ? (
        <LotteryDialog
          styles={env.css['lottery-dialog']}
          activityId={opened.refId}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </div>
  )
}
