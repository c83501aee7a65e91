import type { ReactNode } from 'react'
import css from './section-head.module.css'

export interface SectionHeadProps {
  title: string
  note?: ReactNode
  more?: { text?: string; href: string }
  /** Id of the heading, for `aria-labelledby`. */
  id?: string
  /** Tabs or other controls, on the right. */
  tabs?: ReactNode
}

/** The heavy rule and the title above a section. */
export function SectionHead({ title, note, more, id, tabs }: SectionHeadProps): ReactNode {
  return (
    <header className={css.head}>
      <h2 id={id}>{title}</h2>
      {note ? <p>{note}</p> : null}
      {tabs ? <div className={css.tabs}>{tabs}</div> : null}
      {more ? (
        <a className={`more ${css.more}`} href={more.href} aria-label={`${more.text ?? '更多'}：${title}`}>
          {more.text ?? '更多'}
        </a>
      ) : null}
    </header>
  )
}
