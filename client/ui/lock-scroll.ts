// Dialogs may stand over one another: the page scrolls again when the last is gone.
let locks = 0

/** Keeps the page under a dialog from scrolling; answers how to let it go. */
export function lockScroll(): () => void {
  locks += 1
  document.documentElement.classList.add('is-locked')
  return () => {
    locks -= 1
    if (locks === 0) document.documentElement.classList.remove('is-locked')
  }
}
