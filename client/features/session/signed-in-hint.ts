import { readCookie, removeCookie } from '#client/browser/cookies.ts'

const name = 'signedIn'

let believed = false

/** Whether the browser says that somebody is signed in; the session itself is a cookie that script can't read. */
export function isHinted(): boolean {
  const hinted = readCookie(name) === '1'
  believed ||= hinted
  return hinted
}

/** Whether that was so at any time since the page was loaded. */
export function wasHinted(): boolean {
  return isHinted() || believed
}

/** The session has turned out to be over: nobody asks about it again. */
export function dropHint(): void {
  if (isHinted()) removeCookie(name)
}
