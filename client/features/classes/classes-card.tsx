import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import type { ClassSystemCard } from '#shared/contract/fields.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './classes-card.module.css'

/** '2026-12-06' to '12 月 6 日'. */
export function openingDay(day: string): string {
  const [, month, date] = day.split('-')
  return `${Number(month)} 月 ${Number(date)} 日`
}

/** The first class of a section: large cover, three facts in a row. */
export function LeadClasses({ item }: { item: ClassSystemCard }): ReactNode {
  return (
    <a className={css.lead} href={`/classes/${item.id}`}>
      <Picture src={item.coverImg} alt="" ratio="cover" sizes="(min-width: 1041px) 580px, 94vw" />
      <h3>{item.name}</h3>
      <p className="muted">{item.learnAim}</p>
      <dl className={css.facts}>
        <div>
          <dt>开课</dt>
          <dd>{item.beginDate ? openingDay(item.beginDate) : '随到随学'}</dd>
        </div>
        <div>
          <dt>课程</dt>
          <dd>{item.courseCount} 门</dd>
        </div>
        <div>
          <dt>课时</dt>
          <dd>{item.periodCount} 讲</dd>
        </div>
      </dl>
      <Price price={item.price} originPrice={item.originPrice} />
    </a>
  )
}

/** A class in a column: small cover, one line of facts, price on the right. */
export function ClassesRow({ item }: { item: ClassSystemCard }): ReactNode {
  return (
    <li className={css.row}>
      <Picture className={css.cover} src={item.coverImg} alt="" ratio="cover" sizes="(min-width: 769px) 184px, 112px" />
      <div className={css.words}>
        <h3>
          <a href={`/classes/${item.id}`}>{item.name}</a>
        </h3>
        <p className="muted two">{item.learnAim}</p>
        <p className={css.note}>
          <span>{item.periodCount} 讲</span>
          <span>{item.teacherName}</span>
          {item.beginDate ? <span>{openingDay(item.beginDate)}开课</span> : null}
        </p>
      </div>
      <p className={css.price}>
        <Price price={item.price} originPrice={item.originPrice} />
      </p>
    </li>
  )
}

/** A class in a grid of cards. */
export function ClassesCard({ item, eager = false }: { item: ClassSystemCard; eager?: boolean }): ReactNode {
  return (
    <a className={css.card} href={`/classes/${item.id}`}>
      <Picture
        src={item.coverImg}
        alt=""
        ratio="cover"
        sizes="(min-width: 1248px) 384px, (min-width: 769px) 31vw, 94vw"
        eager={eager}
      />
      <h3 className={css.name}>{item.name}</h3>
      <p className={`muted two ${css.aim}`}>{item.learnAim}</p>
      <p className={css.note}>
        <span>{item.courseCount} 门课</span>
        <span>{item.periodCount} 讲</span>
        <span>{countText(item.studyCount)} 人在学</span>
      </p>
      <p className={css.foot}>
        <Price price={item.price} originPrice={item.originPrice} />
        {item.beginDate ? <span className="s13 faint push">{openingDay(item.beginDate)}开课</span> : null}
      </p>
    </a>
  )
}
