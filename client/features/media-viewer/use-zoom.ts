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

/** What the gestures on a stage read and write. */
interface Gestures {
  zoom: RefObject<Zoom>
  apply: (next: Zoom) => void
  swipe: (step: 1 | -1) => void
}

/** The zoom after one of two fingers has moved: about their middle, by how far they went apart. */
function pinched(zoom: Zoom, before: readonly Point[], after: readonly Point[]): Zoom {
  const [was, is] = [between(before), between(after)]
  const next = zoomAt(zoom, is.distance / was.distance, is.middle)
  if (next === atRest) return atRest
  return { ...next, x: next.x + is.middle.x - was.middle.x, y: next.y + is.middle.y - was.middle.y }
}

/** Follows pointers, wheel and double clicks on the stage; what it answers ends that. */
function listenToStage(room: HTMLElement, { zoom, apply, swipe }: Gestures): () => void {
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
    const before = [...pointers.values()]
    pointers.set(event.pointerId, now)
    const { x, y, scale } = zoom.current
    if (pointers.size === 1) apply({ scale, x: x + now.x - last.x, y: y + now.y - last.y })
    else apply(pinched(zoom.current, before, [...pointers.values()]))
  }
  const handleUp = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    room.toggleAttribute('data-dragging', false)
    const way = fromMiddle(event).x - start.x
    if (event.pointerType !== 'touch' || zoom.current.scale > 1) return
    apply(atRest)
    if (Math.abs(way) > swipePx) swipe(way < 0 ? 1 : -1)
  }
  const handleWheel = (event: WheelEvent): void => {
    event.preventDefault()
    apply(zoomAt(zoom.current, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), fromMiddle(event)))
  }
  const handleDouble = (event: MouseEvent): void => {
    apply(zoom.current.scale > 1 ? atRest : zoomAt(zoom.current, doubleScale, fromMiddle(event)))
  }
  const ended = new AbortController()
  const { signal } = ended
  room.addEventListener('pointerdown', handleDown, { signal })
  room.addEventListener('pointermove', handleMove, { signal })
  room.addEventListener('pointerup', handleUp, { signal })
  room.addEventListener('pointercancel', handleUp, { signal })
  // Not passive: the page must not scroll or zoom instead.
  room.addEventListener('wheel', handleWheel, { passive: false, signal })
  room.addEventListener('dblclick', handleDouble, { signal })
  return () => ended.abort()
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
    if (!stage.current) return
    return listenToStage(stage.current, {
      zoom,
      apply: (next) => latest.current(next),
      swipe: (step) => swipe.current(step),
    })
  }, [stage])

  return {
    zoomBy: (factor) => latest.current(zoomAt(zoom.current, factor, { x: 0, y: 0 })),
    moveBy: (dx, dy) => latest.current({ ...zoom.current, x: zoom.current.x + dx, y: zoom.current.y + dy }),
    reset: () => latest.current(atRest),
  }
}
