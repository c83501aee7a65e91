/** How many windows hold the page. */
let locks = 0

/** Keeps the page under a dialog from scrolling; answers how to let it go. Dialogs may stand over one another: the page scrolls again when the last is gone. */
export function lockScroll(): () => void {
  const root = document.documentElement
  locks += 1
  if (locks === 1) root.classList.toggle('keeps-strip', innerWidth > root.clientWidth)
  root.classList.add('is-locked')
  return () => {
    locks -= 1
    if (locks === 0) root.classList.remove('is-locked', 'keeps-strip')
  }
}
