import { type ReactNode, useEffect, useRef } from 'react'
import { startApiErrors } from '#client/app/api-errors.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { notePageView, sendPageViews } from '#client/features/visitor/page-views.ts'
import { rememberVisitor } from '#client/features/visitor/visitor-cookies.ts'
import type { PageView } from '#client/pages/page-view.ts'

/** What the browser does beside showing the page: who is there, where from, what was seen. Renders nothing. */
export function Visit({ view }: { view: PageView }): ReactNode {
  const { api } = useApp()
  const referrer = useRef<string>(undefined)
  useSession()
  useEffect(() => startApiErrors(api), [api])
  useEffect(() => {
    const handleHide = (): void => {
      if (document.visibilityState === 'hidden') sendPageViews()
    }
    document.addEventListener('visibilitychange', handleHide)
    window.addEventListener('pagehide', sendPageViews)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      window.removeEventListener('pagehide', sendPageViews)
    }
  }, [])
  useEffect(() => {
    rememberVisitor(new URLSearchParams(view.search))
    const path = view.pathname + view.search
    notePageView(path, referrer.current ?? document.referrer)
    referrer.current = path
  }, [view.pathname, view.search])
  return null
}
