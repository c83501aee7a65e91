import type { ReactNode } from 'react'
import css from './detail-layout.module.css'

/** Cover and summary side by side, the text with its column below: the frame of every detail page. */
export function DetailTop({ children }: { children: ReactNode }): ReactNode {
  return <div className={css.top}>{children}</div>
}

export function DetailColumns({ aside, children }: { aside: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={css.columns}>
      <div>{children}</div>
      {aside}
    </div>
  )
}

export function DetailBlock({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note?: string
  children: ReactNode
}): ReactNode {
  return (
    <section className={css.block} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title}
        {note ? <small>{note}</small> : null}
      </h2>
      {children}
    </section>
  )
}

/** What editors wrote; cleaned by the service that keeps it. */
export function IntroText({ html }: { html: string }): ReactNode {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
