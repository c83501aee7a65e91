import { readTab, writeTab } from '#client/browser/tab-store.ts'

export type ToastTone = 'good' | 'warn' | 'bad'

export interface ToastItem {
  id: number
  text: string
  tone: ToastTone
}

/** How long one stays, and how many stand at once. */
export const toastMs = 3000
export const toastMax = 3

let items: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

/** Says something at the top of the page for 3 seconds. The same text isn't shown twice at once. */
export function toast(text: string, tone: ToastTone = 'good'): void {
  if (!text || items.some((item) => item.text === text)) return
  lastId += 1
  const item = { id: lastId, text, tone }
  publish([...items, item].slice(-toastMax))
  setTimeout(() => publish(items.filter((other) => other !== item)), toastMs)
}

const keptKey = 'toast'

/** Says something on the page that is loaded next: signing in and out end the page on which they happen. Without storage it stays unsaid. */
export function toastAfterLoad(text: string): void {
  writeTab(keptKey, text)
}

/** Says what the page before this one left to say. */
export function showKeptToast(): void {
  const text = readTab(keptKey)
  if (typeof text === 'string') toast(text)
  writeTab(keptKey, undefined)
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly ToastItem[] {
  return items
}
