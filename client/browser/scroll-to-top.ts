const animationMs = 300

/** Back to the top in 300 ms; at once where motion is unwanted. */
export function scrollToTop(): void {
  const from = window.scrollY
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, 0)
    return
  }
  const began = performance.now()
  const step = (now: number): void => {
    const part = Math.min(1, (now - began) / animationMs)
    window.scrollTo(0, Math.round(from * (1 - part) ** 3))
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
