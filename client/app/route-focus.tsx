import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PageView } from '#client/pages/page-view.ts'

/** After a navigation without reload: the new title is read out, and on another page the focus moves to its content. */
export function RouteFocus({ view }: { view: PageView }): ReactNode {
  const last = useRef(view)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const before = last.current
    last.current = view
    if (before.pathname === view.pathname && before.search === view.search) return
    // The head is written in an effect of the router, after this one.
    const timer = setTimeout(() => setTitle(document.title), 100)
    if (before.pathname !== view.pathname && !location.hash)
      document.getElementById('main')?.focus({ preventScroll: true })
    return () => clearTimeout(timer)
  }, [view])
  return (
    <p className="visually-hidden" aria-live="assertive" aria-atomic="true">
      {title}
    </p>
  )
}
