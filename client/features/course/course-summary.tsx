import type { ReactNode } from 'react'
import { Phrases } from '#client/features/common/phrases.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import css from './course-summary.module.css'

export interface SummaryFact {
  label: string
  value: ReactNode
}

export interface CourseSummaryProps {
  /** Kind and place in the catalogue, above the title. */
  kicker: readonly string[]
  name: string
  aim: string
  facts: readonly SummaryFact[]
  price: string
  originPrice: string | null
  isCharge: boolean
  /** What the price pays for. */
  includes: readonly string[]
  /** Ways into the page: the first lesson, the outline. */
  actions?: ReactNode
}

/** Beside the cover: what it is, when and with whom, what it costs and what that includes. */
export function CourseSummary({
  kicker,
  name,
  aim,
  facts,
  includes,
  actions,
  ...price
}: CourseSummaryProps): ReactNode {
  return (
    <div>
      <p className="s13 muted">{kicker.join('　')}</p>
      <h1 className={css.title}>
        <Phrases text={name} />
      </h1>
      <p className={`${css.aim} muted`}>{aim}</p>
      <dl className={css.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.price}>
        <Price {...price} size="l" />
        <ul className={css.includes} aria-label="包含">
          {includes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      {actions ? <div className={`${css.actions} no-print`}>{actions}</div> : null}
    </div>
  )
}

/** Small portraits with names, as one fact. */
export function TeacherFaces({
  teachers,
}: {
  teachers: readonly { id: number; name: string; headImg: string }[]
}): ReactNode {
  const shown = teachers.slice(0, 3)
  return (
    <span className={css.faces}>
      {shown.map((teacher) => (
        <span key={teacher.id} className={css.face}>
          <Picture className={css.portrait} src={teacher.headImg} alt="" ratio="square" sizes="24px" eager />
          {teacher.name}
        </span>
      ))}
      {teachers.length > shown.length ? <span className="muted">等 {teachers.length} 位老师</span> : null}
    </span>
  )
}
