import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { menuMove } from '#client/app/menu-move.ts'
import { useDismiss } from '#client/ui/use-dismiss.ts'

const openMs = 150
const closeMs = 300

interface DropMenu<T extends HTMLElement> {
  open: boolean
  toggle: () => void
  close: () => void
  root: RefObject<T | null>
  /** For the element that `root` refers to: the entry and its menu. */
  handlers: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: (event: PointerEvent) => void
    onPointerDown: (event: PointerEvent) => void
    onClickCapture: (event: MouseEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/** True where the entries' menus hang under the header; on narrow screens they lie open in the sheet. */
function isWide(): boolean {
  return matchMedia('(min-width: 1041px)').matches
}

/**
 * A menu that opens 150 ms after the pointer comes and closes 300 ms after it has gone, so that neither a passing nor a
 * diagonal move decides; a press, the arrow keys and a first tap open it too, Esc closes it and gives the focus back.
 * `hangs` tells whether it hangs at all at the moment.
 */
export function useDropMenu<T extends HTMLElement = HTMLLIElement>(hangs: () => boolean = isWide): DropMenu<T> {
  const [open, setOpen] = useState(false)
  const root = useRef<T>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pointer = useRef('mouse')
  const set = (next: boolean, ms = 0): void => {
    clearTimeout(timer.current)
    if (ms > 0) timer.current = setTimeout(() => setOpen(next), ms)
    else setOpen(next)
  }

  useDismiss(open, root, (byKey) => {
    set(false)
    if (byKey && root.current?.contains(document.activeElement)) root.current.querySelector('a')?.focus()
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const isMouse = (event: PointerEvent): boolean => event.pointerType === 'mouse' && hangs()
  return {
    open,
    root,
    toggle: () => set(!open),
    close: () => set(false),
    handlers: {
      onPointerEnter: (event) => isMouse(event) && set(true, openMs),
      onPointerLeave: (event) => isMouse(event) && set(false, closeMs),
      onPointerDown: (event) => {
        pointer.current = event.pointerType
      },
      onClickCapture: (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        if (!link) return
        // A finger has no hover: its first tap on the entry opens, the second follows the link.
        const opens = pointer.current === 'touch' && !open && hangs() && link === root.current?.querySelector('a')
        if (opens) event.preventDefault()
        set(opens)
      },
      onKeyDown: (event) => {
        if (!root.current || !hangs()) return
        const target = menuMove(root.current, event.key)
        if (!target) return
        event.preventDefault()
        if (!open) set(true)
        // The panel can take the focus once it is visible.
        requestAnimationFrame(() => target.focus())
      },
      onBlur: (event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) set(false)
      },
    },
  }
}
