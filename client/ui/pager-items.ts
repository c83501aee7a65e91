export type PagerItem = number | 'gap-left' | 'gap-right'

/** Page numbers to show, with a gap where some are left out: 1 2 3 4 … 23. */
export function pagerItems(current: number, pages: number): PagerItem[] {
  const shown = new Set([1, pages, current - 1, current, current + 1])
  if (current <= 3) for (const page of [2, 3, 4]) shown.add(page)
  if (current >= pages - 2) for (const page of [pages - 3, pages - 2, pages - 1]) shown.add(page)
  const numbers = [...shown].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b)
  const items: PagerItem[] = []
  let last = 0
  for (const page of numbers) {
    if (page === last + 2) items.push(last + 1)
    else if (page > last + 1) items.push(last === 1 ? 'gap-left' : 'gap-right')
    items.push(page)
    last = page
  }
  return items
}
