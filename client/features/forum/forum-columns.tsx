import type { ReactNode } from 'react'
import css from './forum-columns.module.css'

/** A column of posts and a margin beside it, below it on narrow screens. */
export function ForumColumns({ aside, children }: { aside: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={css.columns}>
      <div className={css.main}>{children}</div>
      <aside className={css.aside} aria-label="更多社区内容">
        {aside}
      </aside>
    </div>
  )
}

/** A block of the margin. */
export function AsideBlock({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={css.block}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
