import { startTransition, useCallback, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location } from 'react-router-dom'

/** Where the browser is, how it came there, and the way on. */
export interface Visited {
  location: Location
  /** POP: by the browser's own buttons, or at the start. */
  type: string
  go: (to: string, replace: boolean) => void
}

/**
 * The browser's history. NOTE: of react-router only this part is used; its components (`BrowserRouter`, routes, data) would be
 * 10 KB of every page's first load and decide nothing here.
 */
export function useHistory(): Visited {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ location, action }, setVisit] = useState({ location: history.location, action: history.action })
  useLayoutEffect(() => history.listen((visit) => startTransition(() => setVisit(visit))), [history])
  const go = useCallback(
    (to: string, replace: boolean) => (replace ? history.replace(to) : history.push(to)),
    [history],
  )
  return { location, type: action, go }
}
