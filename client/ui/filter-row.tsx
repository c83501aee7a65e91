import type { ReactNode } from 'react'
import css from './filter-row.module.css'

export interface FilterItem {
  text: string
  href: string
  current: boolean
}

/** The rows' frame: a heavy rule above, hairlines between. */
export function FilterRows({ children }: { children: ReactNode }): ReactNode {
  return <div className={`${css.rows} no-print`}>{children}</div>
}

/** One row of choices; the chosen value is in the address. */
export function FilterRow({ label, items }: { label: string; items: readonly FilterItem[] }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, no form controls
    <div className={css.row} role="group" aria-label={label}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item.href + item.text}>
            <a className={css.chip} href={item.href} aria-current={item.current ? 'true' : undefined}>
              {item.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
