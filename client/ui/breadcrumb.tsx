import type { ReactNode } from 'react'
import css from './breadcrumb.module.css'

/** The last one is the page itself and needs no address. */
export interface Crumb {
  text: string
  href?: string
}

/** Where the page lies: 首页 › 课程 › … */
export function Breadcrumb({ items }: { items: readonly Crumb[] }): ReactNode {
  return (
    <nav className={`${css.crumbs} no-print`} aria-label="位置">
      <ol>
        {items.map((item, index) => (
          <li key={item.href ?? item.text}>
            {item.href && index < items.length - 1 ? (
              <a href={item.href}>{item.text}</a>
            ) : (
              <span aria-current="page">{item.text}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
