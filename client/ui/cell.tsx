import type { ReactNode } from 'react'
import css from './cell.module.css'

/** The practice cell (田字格) of empty, broken and missing things; decoration only. */
export function Cell({ mark, tone = 'ink' }: { mark?: string; tone?: 'ink' | 'pen' }): ReactNode {
  return (
    <div className={`${css.cell} ${tone === 'pen' ? css.pen : ''}`} aria-hidden="true">
      {mark}
    </div>
  )
}
