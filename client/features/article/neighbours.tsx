import type { ReactNode } from 'react'
import css from './neighbours.module.css'

interface NeighboursProps {
  /** '篇', '件'. */
  unit: string
  prev: { href: string; title: string } | null
  next: { href: string; title: string } | null
}

/** The ones that came out just before and after. */
export function Neighbours({ unit, prev, next }: NeighboursProps): ReactNode {
  if (!prev && !next) return null
  return (
    <nav className={`${css.row} no-print`} aria-label={`上一${unit}和下一${unit}`}>
      {prev ? (
        <a className={css.side} href={prev.href} rel="prev">
          <span className={css.label}>上一{unit}</span>
          {prev.title}
        </a>
      ) : null}
      {next ? (
        <a className={`${css.side} ${css.right}`} href={next.href} rel="next">
          <span className={css.label}>下一{unit}</span>
          {next.title}
        </a>
      ) : null}
    </nav>
  )
}
