import type { ReactNode } from 'react'
import { type LiveVisit, liveHref, liveSpan, liveStatusOf } from '#client/features/live/live-state.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { LiveMark, Tag } from '#client/ui/tag.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard as Live } from '#shared/contract/fields.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './live-card.module.css'

/** What a status is called. */
export function LiveStatusMark({ status }: { status: LiveStatus }): ReactNode {
  if (status === LiveStatus.live) return <LiveMark />
  return <span>{status === LiveStatus.notStarted ? '即将开始' : '回放'}</span>
}

const sizes =
  '(min-width: 1680px) 264px, (min-width: 1248px) 282px, (min-width: 1041px) 23vw, (min-width: 769px) 31vw, 46vw'

/** An open live lesson with its cover. */
export function LiveCard({ card, eager = false, ...visit }: { card: Live; eager?: boolean } & LiveVisit): ReactNode {
  const status = liveStatusOf(card, visit.now)
  const { href, isRoom } = liveHref(card, visit)
  return (
    <a className={css.card} href={href}>
      <Picture src={card.coverImg} alt="" ratio="cover" sizes={sizes} eager={eager} />
      {status === LiveStatus.live ? (
        <span className={css.tag}>
          <Tag tone="live">直播中</Tag>
        </span>
      ) : null}
      <h3 className={`two ${css.name}`}>{card.periodName || card.name}</h3>
      <span className={css.meta}>
        <span className="one">{card.teacherName}</span>
        <span className="nowrap">{countText(card.studyCount)} 人在学</span>
      </span>
      <span className={css.foot}>
        <span>{liveSpan(card)}</span>
        {isRoom ? <span className={css.enter}>进入教室</span> : <Price price={card.price} isCharge={card.isCharge} />}
      </span>
    </a>
  )
}

export function LiveGrid({
  cards,
  first = 0,
  ...visit
}: { cards: readonly Live[]; first?: number } & LiveVisit): ReactNode {
  return (
    <ul className="cards">
      {cards.map((card, index) => (
        <li key={card.periodId}>
          <LiveCard card={card} eager={index < first} {...visit} />
        </li>
      ))}
    </ul>
  )
}
