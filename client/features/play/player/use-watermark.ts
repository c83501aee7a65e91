import { type RefObject, useEffect } from 'react'
import css from './player.module.css'

const moveMs = 12_000

/** Where the mark stands next, in percent of the room that the picture has beside it; never twice at the same place. */
function place(step: number): { left: number; top: number } {
  return { left: (step * 37) % 101, top: 6 + ((step * 53) % 86) }
}

function createMark(text: string, step: number): HTMLElement {
  const mark = document.createElement('div')
  mark.className = css.watermark ?? ''
  mark.textContent = text
  mark.setAttribute('aria-hidden', 'true')
  const { left, top } = place(step)
  mark.style.left = `${left}%`
  mark.style.top = `${top}%`
  mark.style.translate = `-${left}% -${top}%`
  return mark
}

/** The same in text and look as when it was made, and in its place. */
function isWhole(mark: HTMLElement, like: HTMLElement, host: HTMLElement): boolean {
  return mark.parentElement === host && mark.cloneNode(true).isEqualNode(like)
}

/**
 * Draws over the picture who watches, at another place every few seconds. It stands outside of React: whoever takes it away or changes
 * it gets a new one at once.
 */
export function useWatermark(host: RefObject<HTMLElement | null>, text: string): void {
  useEffect(() => {
    const element = host.current
    if (!element || !text) return undefined
    let step = Math.floor(Math.random() * 100)
    let mark: HTMLElement | undefined
    let like: HTMLElement | undefined
    const draw = (): void => {
      mark?.remove()
      mark = createMark(text, step)
      like = mark.cloneNode(true) as HTMLElement
      element.append(mark)
      observer.takeRecords()
    }
    const observer = new MutationObserver(() => {
      if (!mark || !like || !isWhole(mark, like, element)) draw()
    })
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
      attributeFilter: ['class', 'style', 'hidden'],
    })
    draw()
    const timer = setInterval(() => {
      step += 1
      draw()
    }, moveMs)
    return () => {
      clearInterval(timer)
      observer.disconnect()
      mark?.remove()
    }
  }, [host, text])
}
