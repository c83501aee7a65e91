import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { MarkLayer } from '#client/features/homework/mark-layer.tsx'
import { flatten, isFarther, markUnits, type PenPoint, penPath } from '#client/features/homework/mark-shapes.ts'
import type { DeskTool } from '#client/features/homework/desk-tools.ts'
import type { Marks } from '#client/features/homework/use-marks.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { MarkKind } from '#shared/contract/enums.ts'
import type { HomeworkFile, HomeworkMark } from '#shared/contract/homework.ts'
import { mostMarkPoints } from '#shared/contract/text-lengths.ts'
import css from './desk-stage.module.css'

interface StageProps {
  file: HomeworkFile
  label: string
  marks: readonly HomeworkMark[]
  tool: DeskTool
  /** 1: as wide as its place. */
  zoom: number
  /** Quarter turns to the right. */
  turns: number
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
  onPin: (key: string) => void
  add: Marks['add']
  remove: Marks['remove']
}

interface Size {
  readonly width: number
  readonly height: number
}

const keySteps = new Map<string, readonly [x: number, y: number]>([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
])
const usualPressure = 50
const usualRadius = 450
const leastRadius = 60

/** The picture's size once it has come; what doesn't come can be asked for again. */
function usePhoto(url: string): { size: Size | undefined; isLost: boolean; reload: () => void } {
  const [found, setFound] = useState<Size | 'lost'>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks for the same once more
  useEffect(() => {
    const image = new Image()
    image.onload = () => setFound({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => setFound('lost')
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
      setFound(undefined)
    }
  }, [url, tries])
  const isLost = found === 'lost'
  return { size: isLost ? undefined : found, isLost, reload: () => setTries((before) => before + 1) }
}

/** How wide its place is. */
function usePlace() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { place, width }
}

/** A very long stroke keeps its form with half of its points. */
function thinned(points: PenPoint[]): PenPoint[] {
  return points.length > mostMarkPoints ? points.filter((_point, index) => index % 2 === 0) : points
}

/** What is being drawn at the moment: shown by itself, so that all that is there already needs no painting anew. */
function useDrawing({ tool, add, remove, onPin, file, onChoose }: StageProps) {
  const group = useRef<SVGGElement>(null)
  const live = useRef<SVGPathElement>(null)
  const ring = useRef<SVGEllipseElement>(null)
  const points = useRef<PenPoint[]>([])
  const frame = useRef(0)
  const begun = useRef<PenPoint>(undefined)

  const pointOf = ({ clientX, clientY, pressure, pointerType }: globalThis.PointerEvent): PenPoint => {
    const matrix = group.current?.getScreenCTM()
    if (!matrix) return [0, 0, usualPressure]
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
    return [x, y, pointerType === 'pen' ? Math.round(pressure * 100) : usualPressure]
  }
  const paint = (): void => {
    frame.current = 0
    live.current?.setAttribute('d', penPath(points.current, false))
  }
  const radii = ([x, y]: PenPoint, [ox, oy]: PenPoint): [number, number, number, number] => {
    const [rx, ry] = [Math.abs(x - ox) / 2, Math.abs(y - oy) / 2]
    return [Math.round((x + ox) / 2), Math.round((y + oy) / 2), Math.round(rx), Math.round(ry)]
  }
  const clear = (): void => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    begun.current = undefined
    points.current = []
    live.current?.setAttribute('d', '')
    ring.current?.setAttribute('rx', '0')
  }
  const handleDown = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    const at = pointOf(event.nativeEvent)
    const touched = event.target instanceof Element ? event.target.closest('[data-mark]') : null
    const key = touched?.getAttribute('data-mark') ?? undefined
    if (tool === 'wipe') {
      if (key !== undefined) remove(key)
      return
    }
    if (tool === 'pin') {
      if (key !== undefined) return onChoose(key)
      return onPin(add({ url: file.url, kind: MarkKind.pin, points: [Math.round(at[0]), Math.round(at[1])] }))
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    begun.current = at
    points.current = [at]
  }
  const handleMove = (event: PointerEvent<SVGSVGElement>): void => {
    const from = begun.current
    if (!from) return
    if (tool === 'circle') {
      const [cx, cy, rx, ry] = radii(pointOf(event.nativeEvent), from)
      for (const [name, value] of Object.entries({ cx, cy, rx, ry })) ring.current?.setAttribute(name, String(value))
      return
    }
    const { nativeEvent } = event
    for (const one of nativeEvent.getCoalescedEvents?.() ?? [nativeEvent]) {
      const at = pointOf(one)
      if (isFarther(points.current, at)) points.current.push(at)
    }
    points.current = thinned(points.current)
    if (frame.current === 0) frame.current = requestAnimationFrame(paint)
  }
  const handleUp = (event: PointerEvent<SVGSVGElement>): void => {
    const from = begun.current
    if (!from) return
    const at = pointOf(event.nativeEvent)
    if (tool === 'circle') {
      const shape = radii(at, from)
      if (shape[2] >= leastRadius && shape[3] >= leastRadius)
        add({ url: file.url, kind: MarkKind.circle, points: shape })
    } else {
      const drawn = points.current.length > 1 ? points.current : [from, [from[0] + 20, from[1] + 20, from[2]] as const]
      add({ url: file.url, kind: MarkKind.pen, points: flatten(drawn) })
    }
    clear()
  }
  return { group, live, ring, points, paint, clear, handlers: { handleDown, handleMove, handleUp } }
}

/** The desk by keyboard: arrows move a cross, Enter sets a pin or a circle, or begins and ends a stroke. */
function useCross(props: StageProps, high: number, drawing: ReturnType<typeof useDrawing>) {
  const [cross, setCross] = useState<readonly [x: number, y: number]>()
  const isDrawing = useRef(false)
  const { tool, add, onPin, remove, marks, file, onChoose } = props
  const near = ([x, y]: readonly [number, number]): string | undefined =>
    marks.find(({ points: [px = 0, py = 0] }) => Math.hypot(px - x, py - y) < 400)?.key
  const enter = (at: readonly [number, number]): void => {
    const [x, y] = at
    if (tool === 'pin') return onPin(add({ url: file.url, kind: MarkKind.pin, points: [x, y] }))
    if (tool === 'circle')
      return void add({ url: file.url, kind: MarkKind.circle, points: [x, y, usualRadius, usualRadius] })
    if (tool === 'wipe') {
      const key = near(at)
      if (key !== undefined) remove(key)
      return
    }
    if (!isDrawing.current) {
      isDrawing.current = true
      drawing.points.current = [[x, y, usualPressure]]
      return
    }
    isDrawing.current = false
    if (drawing.points.current.length > 1)
      add({ url: file.url, kind: MarkKind.pen, points: flatten(drawing.points.current) })
    drawing.clear()
  }
  const handleKey = (event: KeyboardEvent): void => {
    const at = cross ?? [markUnits / 2, Math.round(high / 2)]
    const step = keySteps.get(event.key)
    if (step) {
      event.preventDefault()
      const far = event.shiftKey ? 500 : 100
      const bounded = (value: number, most: number): number => Math.min(most, Math.max(0, value))
      const to = [bounded(at[0] + step[0] * far, markUnits), bounded(at[1] + step[1] * far, high)] as const
      setCross(to)
      if (isDrawing.current) {
        drawing.points.current.push([...to, usualPressure])
        drawing.paint()
      }
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      setCross(at)
      enter(at)
    } else if (event.key === 'Escape') {
      isDrawing.current = false
      drawing.clear()
      onChoose(undefined)
    }
  }
  return { cross, handleKey, hide: () => setCross(undefined) }
}

/** A photo with what is drawn on it, and the place where one draws. */
export function DeskStage(props: StageProps): ReactNode {
  const { file, label, marks, zoom, turns, chosen, tool } = props
  const { size, isLost, reload } = usePhoto(file.url)
  const { place, width } = usePlace()
  const high = size ? Math.round((markUnits * size.height) / size.width) : markUnits
  const drawing = useDrawing(props)
  const { cross, handleKey, hide } = useCross(props, high, drawing)
  const isLying = turns % 2 === 1
  const [w, h] = isLying ? [high, markUnits] : [markUnits, high]
  const shownWidth = Math.round(Math.min(width, isLying ? width : width) * zoom)
  const shownHeight = Math.round((shownWidth * h) / w)
  const moves = [
    '',
    `translate(${high} 0) rotate(90)`,
    `translate(${markUnits} ${high}) rotate(180)`,
    `translate(0 ${markUnits}) rotate(270)`,
  ]
  const turn = moves[turns % 4]
  const frame = { width: shownWidth, height: shownHeight, viewBox: `0 0 ${w} ${h}` }
  const { handleDown, handleMove, handleUp } = drawing.handlers
  return (
    <div className={css.place} ref={place} data-tool={tool}>
      {size && width > 0 ? (
        <div
          className={css.paper}
          role="application"
          aria-label={`${label}。方向键移动十字，回车落笔，Shift 走得远`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: drawn on by pointer and by keys
          tabIndex={0}
          onKeyDown={handleKey}
          onBlur={hide}
        >
          <svg className={css.under} {...frame} aria-hidden="true">
            <g transform={turn}>
              <image href={file.url} width={markUnits} height={high} />
              <MarkLayer marks={marks} chosen={chosen} />
            </g>
          </svg>
          <svg
            className={css.over}
            {...frame}
            aria-hidden="true"
            onPointerDown={handleDown}
            onPointerMove={handleMove}
            onPointerUp={handleUp}
            onPointerCancel={drawing.clear}
          >
            <g transform={turn} ref={drawing.group}>
              {tool === 'wipe' || tool === 'pin' ? (
                <g className={css.touch}>
                  <MarkLayer marks={marks} chosen={chosen} />
                </g>
              ) : null}
              <path ref={drawing.live} className={css.live} />
              <ellipse ref={drawing.ring} className={css.ring} rx={0} ry={0} />
              {cross ? (
                <path
                  className={css.cross}
                  d={`M${cross[0] - 220} ${cross[1]}h440M${cross[0]} ${cross[1] - 220}v440`}
                />
              ) : null}
            </g>
          </svg>
        </div>
      ) : isLost ? (
        <ErrorBlock message="照片没有加载出来" onRetry={reload} />
      ) : (
        <p className={css.wait}>照片正在来</p>
      )}
    </div>
  )
}
