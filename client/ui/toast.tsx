import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { currentToasts, showKeptToast, subscribeToasts, type ToastItem } from '#client/ui/toast-store.ts'
import css from './toast.module.css'

const none: readonly ToastItem[] = []

/** Where toasts appear; stands once in the page. Say something with `toast()` of toast-store.ts. */
export function Toaster(): ReactNode {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, () => none)
  useEffect(showKeptToast, [])
  return (
    <div className={css.stack} role="status" aria-live="polite">
      {items.map((item) => (
        <p key={item.id} className={`${css.toast} ${css[item.tone]}`}>
          {item.text}
        </p>
      ))}
    </div>
  )
}
