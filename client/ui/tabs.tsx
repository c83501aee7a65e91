import type { ReactNode } from 'react'
import css from './tabs.module.css'

export interface TabItem {
  text: string
  href: string
  current: boolean
}

/** Words with a wave under the current one. They are links: each has an address or an anchor of its own. */
export function TabLinks({
  label,
  items,
  size = 'm',
}: {
  label: string
  items: readonly TabItem[]
  size?: 'm' | 'l'
}): ReactNode {
  return (
    <nav className={`${css.tabs} ${size === 'l' ? css.large : ''} no-print`} aria-label={label}>
      {items.map((item) => (
        <a key={item.href + item.text} href={item.href} aria-current={item.current ? 'true' : undefined}>
          <span className={item.current ? 'wave' : undefined}>{item.text}</span>
        </a>
      ))}
    </nav>
  )
}
