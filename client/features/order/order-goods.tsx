import type { ReactNode } from 'react'
import { Money } from '#client/features/order/money.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LectureType, OrderKind } from '#shared/contract/enums.ts'
import css from './order-goods.module.css'

type Detail = CallOutput<'GET /api/order/detail'>
type Item = Detail['orderInfo']['items'][number]

export const kindTexts: Readonly<Record<number, string>> = {
  [LectureType.live]: '直播课',
  [LectureType.classSystem]: '系统班',
  [LectureType.video]: '录播课',
}

export interface GoodsProps {
  name: string
  coverImg: string
  lectureType: number
  url?: string
  /** 1 product, 2 deposit. */
  orderKind: number
  scheduleName: string | null
  amount: string
}

/** One product as it stands in an order: cover, name, kind, class, price. */
export function Goods({ name, coverImg, lectureType, url, orderKind, scheduleName, amount }: GoodsProps): ReactNode {
  return (
    <div className={css.goods}>
      <Picture className={css.cover} src={coverImg} alt="" ratio="cover" sizes="160px" eager />
      <div className={css.text}>
        <p className={css.name}>{url ? <a href={url}>{name}</a> : name}</p>
        <p className="s13 muted">
          {kindTexts[lectureType]}
          {orderKind === OrderKind.deposit ? '　定金' : ''}
          {scheduleName ? `　${scheduleName}` : ''}
        </p>
      </div>
      <p className={css.price}>
        <Money value={amount} />
      </p>
    </div>
  )
}

function Line({ item }: { item: Item }): ReactNode {
  return (
    <li className={css.line}>
      <span className={css.lineName}>{item.name}</span>
      {item.owned ? <Tag tone="got">已拥有，不再收费</Tag> : null}
      {item.refunded ? <Tag tone="wait">已退款</Tag> : null}
      <span className={item.owned ? css.struck : undefined}>
        <Money value={item.price} />
      </span>
    </li>
  )
}

/** The courses of a system class with their parts of its price; nothing for a single course. */
export function BundleLines({ items, open = false }: { items: readonly Item[]; open?: boolean }): ReactNode {
  if (items.length <= 1) return null
  return (
    <details className={css.bundle} open={open}>
      <summary>含 {items.length} 门课，各占多少</summary>
      <ul>
        {items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
    </details>
  )
}
