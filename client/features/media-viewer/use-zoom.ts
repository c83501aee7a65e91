import { type RefObject, useEffect, useRef } from 'react'
import { atRest, keepInReach, type Zoom, zoomAt } from './zoom-state.ts'

export interface ZoomControl {
  zoomBy: (factor: number) => void
  moveBy: (dx: number, dy: number) => void
  reset: () => void
}

interface ZoomOptions {
  stage: RefObject<HTMLElement | null>
  picture: RefObject<HTMLElement | null>
  onSwipe: (step: 1 | -1) => void
}

const swipePx = 60
const doubleScale = 2.5

interface Point {
  x: number
  y: number
}

function between([a, b]: readonly Point[]): { distance: number; middle: Point } {
  if (!a || !b) return { distance: 1, middle: { x: 0, y: 0 } }
  return { distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }
}

/** Drag by any pointer, pinch with two fingers, wheel and double click: all written to the picture without rendering. */
export function useZoom({ stage, picture, onSwipe }: ZoomOptions): ZoomControl {
  const zoom = useRef<Zoom>(atRest)
  const swipe = useRef(onSwipe)
  swipe.current = onSwipe

  const apply = (next: Zoom): void => {
    const [element, room] = [picture.current, stage.current]
    if (!element || !room) return
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    zoom.current =
      next === atRest ? atRest : keepInReach(next, size, { width: room.clientWidth, height: room.clientHeight })
    const { scale, x, y } = zoom.current
    element.style.transform = zoom.current === atRest ? '' : `translate(${x}px, ${y}px) scale(${scale})`
  }
  const latest = useRef(apply)
  latest.current = apply

  useEffect(() => {
    const room = stage.current
    if (!room) return
    const pointers = new Map<number, Point>()
    let start: Point = { x: 0, y: 0 }
    const fromMiddle = (event: { clientX: number; clientY: number }): Point => {
      const box = room.getBoundingClientRect()
      return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
    }
    const handleDown = (event: PointerEvent): void => {
      if (event.button !== 0) return
      pointers.set(event.pointerId, fromMiddle(event))
      start = fromMiddle(event)
      room.setPointerCapture(event.pointerId)
      room.toggleAttribute('data-dragging', true)
    }
    const handleMove = (event: PointerEvent): void => {
      const last = pointers.get(event.pointerId)
      if (!last) return
      const now = fromMiddle(event)
      const before = between([...pointers.values()])
      pointers.set(event.pointerId, now)
      const { x, y, scale } = zoom.current
      if (pointers.size === 1) latest.current({ scale, x: x + now.x - last.x, y: y + now.y - last.y })
      else {
        const after = between([...pointers.values()])
        const zoomed = zoomAt(zoom.current, after.distance / before.distance, after.middle)
        latest.current(
          zoomed === atRest
            ? atRest
            : {
                ...zoomed,
                x: zoomed.x + after.middle.x - before.middle.x,
                y: zoomed.y + after.middle.y - before.middle.y,
              },
        )
      }
    }
    const handleUp = (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId) || pointers.size > 0) return
      room.toggleAttribute('data-dragging', false)
      const way = fromMiddle(event).x - start.x
      if (event.pointerType !== 'touch' || zoom.current.scale > 1) return
      latest.current(atRest)
      if (Math.abs(way) > swipePx) swipe.current(way < 0 ? 1 : -1)
    }
    const handleWheel = (event: WheelEvent): void => {
      event.preventDefault()
      latest.current(
        zoomAt(zoom.current, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), fromMiddle(event)),
      )
    }
    const handleDouble = (event: MouseEvent): void => {
      latest.current(zoom.current.scale > 1 ? atRest : zoomAt(zoom.current, doubleScale, fromMiddle(event)))
    }
    room.addEventListener('pointerdown', handleDown)
    room.addEventListener('pointermove', handleMove)
    room.addEventListener('pointerup', handleUp)
    room.addEventListener('pointercancel', handleUp)
    // Not passive: the page must not scroll or zoom instead.
    room.addEventListener('wheel', handleWheel, { passive: false })
    room.addEventListener('dblclick', handleDouble)
    return () => {
      room.removeEventListener('pointerdown', handleDown)
      room.removeEventListener('pointermove', handleMove)
      room.removeEventListener('pointerup', handleUp)
      room.removeEventListener('pointercancel', handleUp)
      room.removeEventListener('wheel', handleWheel)
      room.removeEventListener('dblclick', handleDouble)
    }
  }, [stage])

  return {
    zoomBy: (factor) => latest.current(zoomAt(zoom.current, factor, { x: 0, y: 0 })),
    moveBy: (dx, dy) => latest.current({ ...zoom.current, x: zoom.current.x + dx, y: zoom.current.y + dy }),
    reset: () => latest.current(atRest),
  }
}
