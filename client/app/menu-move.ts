import { ownValue } from '#shared/own-value.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function linksAt(root: Element, level: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-level="${level}"]`)]
}

/** The link that an arrow key leads to: up and down within a column, right and left between the columns. */
export function menuMove(root: HTMLElement, key: string): HTMLElement | undefined {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || !root.contains(active)) return undefined
  const level = active.dataset.level
  const step = ownValue(steps, key)
  const group = active.closest('[data-group]')
  if (level === undefined) return key === 'ArrowDown' ? linksAt(root, '1')[0] : undefined
  if (step !== undefined) {
    const links = linksAt(level === '2' && group ? group : root, level)
    return links[(links.indexOf(active) + step + links.length) % links.length]
  }
  if (key === 'ArrowRight' && level === '1' && group) return linksAt(group, '2')[0]
  if (key === 'ArrowLeft' && level === '2' && group) return linksAt(group, '1')[0]
  return undefined
}
