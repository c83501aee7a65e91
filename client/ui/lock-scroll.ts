/** How many windows hold the page. It stands at the document, because scripts of windows may carry copies of this file. */
function countLocks(change: 1 | -1): number {
  const { dataset } = document.documentElement
  const locks = Number(dataset.locks ?? 0) + change
  if (locks === 0) delete dataset.locks
  else dataset.locks = String(locks)
  return locks
}

/** Keeps the page under a dialog from scrolling; answers how to let it go. Dialogs may stand over one another: the page scrolls again when the last is gone. */
export function lockScroll(): () => void {
  const root = document.documentElement
  if (countLocks(1) === 1) root.classList.toggle('keeps-strip', innerWidth > root.clientWidth)
  root.classList.add('is-locked')
  return () => {
    if (countLocks(-1) === 0) root.classList.remove('is-locked', 'keeps-strip')
  }
}
