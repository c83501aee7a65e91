import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `open`: Esc and a press outside of `root` close it. `onClose` learns whether it was the key, to give the focus back. */
export function useDismiss(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  onClose: (byKey: boolean) => void,
): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close(true)
    }
    const handlePress = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close(false)
    }
    document.addEventListener('keydown', handleKey)
    document.addEventListener('pointerdown', handlePress)
    return () => {
      document.removeEventListener('keydown', handleKey)
      document.removeEventListener('pointerdown', handlePress)
    }
  }, [open, root])
}
