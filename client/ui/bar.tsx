import type { ReactNode } from 'react'
import css from './bar.module.css'

/** How much of something is done, as a thin line. Without a label it stands beside words that say the same. */
export function Bar({ value, max, label }: { value: number; max: number; label?: string }): ReactNode {
  return (
    <progress
      className={css.bar}
      max={max}
      value={value}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    />
  )
}
