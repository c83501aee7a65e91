/** The browser's way to another page; before the router stands, or on the server, an ordinary navigation. */
type Go = (to: string, options?: { replace?: boolean }) => void

let go: Go | undefined

/** Called once by the entry when the router stands. */
export function setNavigator(navigator: Go): void {
  go = navigator
}

/** Goes to an address of this site. Links need it not: a click on a plain `<a>` is taken over by one handler. */
export function navigate(to: string, options?: { replace?: boolean }): void {
  if (go) go(to, options)
  else if (options?.replace) location.replace(to)
  else location.assign(to)
}
