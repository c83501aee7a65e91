import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { startApiErrors } from '#client/app/api-errors.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { usePart } from '#client/features/common/use-part.ts'
import { LoginHost } from '#client/features/login/login-host.tsx'
import { currentLogin, subscribeLogin } from '#client/features/login/login-store.ts'
import { isForcedClosed, subscribeForced } from '#client/features/message/forced-store.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { notePageView, sendPageViews } from '#client/features/visitor/page-views.ts'
import { rememberVisitor } from '#client/features/visitor/visitor-cookies.ts'
import type { PageView } from '#client/pages/page-view.ts'

/** Where the school's notices appear: on the home page and on the colleges'. */
export function noticePosition({
  id,
  status,
  pathname,
}: Pick<PageView, 'id' | 'status' | 'pathname'>): 'home' | 'college' | undefined {
  if (id === 'error' || status !== 200) return undefined
  if (pathname === '/') return 'home'
  return pathname.startsWith('/college/') ? 'college' : undefined
}

/** Where nobody is disturbed by a window that opens by itself: while one learns, pays, signs in or signs up. */
const quietPlaces = /^\/(?:auth|register|oauth|play|live|order|exam|user\/(?:testPaper|homework\/))(?:\/|$)/
const quietLayouts: readonly string[] = ['viewPlay', 'logoOnly']

/** Whether messages that wait for a confirmation may open here. */
export function mayOpenMessages({
  id,
  status,
  layout,
  pathname,
}: Pick<PageView, 'id' | 'status' | 'layout' | 'pathname'>): boolean {
  return id !== 'error' && status === 200 && !quietLayouts.includes(layout) && !quietPlaces.test(pathname)
}

const loadMessages = () => import('#client/features/message/message-watch.tsx')
const loadSupport = () => import('#client/features/support/support-watch.tsx')
const loadNotice = () => import('#client/features/notice/platform-notice.tsx')

/** What the browser does beside showing the page: who is there, where from, what was seen, what the school has to say. */
export function Visit({ view }: { view: PageView }): ReactNode {
  const { api } = useApp()
  const referrer = useRef<string>(undefined)
  const position = noticePosition(view)
  const Notice = usePart(position !== undefined, loadNotice)?.PlatformNotice
  // One window at a time: what the school has to say waits for the login, and for the welcome of a new learner.
  const asksLogin =
    useSyncExternalStore(subscribeLogin, currentLogin, () => undefined) !== undefined || view.askLogin !== undefined
  const isWelcomed = new URLSearchParams(view.search).has('isRegistered')
  const { user, settled } = useSession()
  const isPutAside = useSyncExternalStore(subscribeForced, isForcedClosed, () => false)
  // what looks after messages and answers comes when the page stands
  const Watch = usePart(user !== undefined, loadMessages, 1500)?.MessageWatch
  const Support = usePart(true, loadSupport, 3000)?.SupportWatch
  const isForced = (user?.forced ?? 0) > 0 && !isPutAside
  const waits = asksLogin || isWelcomed || !settled || isForced
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
  return (
    <>
      {/* a frame asks nothing of anybody: the page that comes after it does */}
      <LoginHost place={view.isPending ? '' : view.pathname + view.search} wanted={view.askLogin} />
      {Watch && user ? (
        <Watch
          asks={!quietLayouts.includes(view.layout)}
          mayOpen={isForced && !asksLogin && !isWelcomed && mayOpenMessages(view)}
        />
      ) : null}
      {Support ? <Support pathname={view.pathname} mayOpen={!waits && mayOpenMessages(view)} /> : null}
      {Notice && position && !waits ? <Notice key={position} position={position} /> : null}
    </>
  )
}
