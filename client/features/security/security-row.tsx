import { type ReactNode, useId } from 'react'
import css from './security-row.module.css'

/** A titled list of rows. */
export function RowList({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

interface SecurityRowProps {
  name: ReactNode
  /** What it is now. */
  value: ReactNode
  /** One line more. */
  note?: ReactNode
  /** Buttons. */
  children?: ReactNode
}

/** One thing of the account, what it is now, and what can be done with it. */
export function SecurityRow({ name, value, note, children }: SecurityRowProps): ReactNode {
  return (
    <div className={css.row}>
      <h3 className={css.name}>{name}</h3>
      <div className={css.state}>
        <p>{value}</p>
        {note ? <p className={css.note}>{note}</p> : null}
      </div>
      {children ? <div className={css.actions}>{children}</div> : null}
    </div>
  )
}
