import { memo, type ReactNode } from 'react'
import { strokePath } from '#client/features/homework/mark-shapes.ts'
import { MarkKind } from '#shared/contract/enums.ts'
import type { HomeworkMark } from '#shared/contract/homework.ts'
import css from './mark-layer.module.css'

const Mark = memo(function Mark({
  mark: { key, kind, points },
  number,
  isChosen,
}: {
  mark: HomeworkMark
  number: number
  isChosen: boolean
}): ReactNode {
  const [x = 0, y = 0, rx = 0, ry = 0] = points
  if (kind === MarkKind.pen) return <path className={css.pen} data-mark={key} d={strokePath(points)} />
  if (kind === MarkKind.circle) return <ellipse className={css.circle} data-mark={key} cx={x} cy={y} rx={rx} ry={ry} />
  return (
    <g data-mark={key} className={css.pin} data-chosen={isChosen || undefined}>
      <circle cx={x} cy={y} r={190} />
      <text x={x} y={y + 76} textAnchor="middle">
        {number}
      </text>
    </g>
  )
})

/** Numbers of pins in the order in which they were set. */
export function pinNumbers(marks: readonly HomeworkMark[]): ReadonlyMap<string, number> {
  const pins = marks.filter(({ kind }) => kind === MarkKind.pin)
  return new Map(pins.map(({ key }, index) => [key, index + 1]))
}

/** What is drawn on a picture, for an SVG whose units are the picture's. */
export function MarkLayer({
  marks,
  chosen,
}: {
  marks: readonly HomeworkMark[]
  chosen?: string | undefined
}): ReactNode {
  const numbers = pinNumbers(marks)
  return marks.map((mark) => (
    <Mark key={mark.key} mark={mark} number={numbers.get(mark.key) ?? 0} isChosen={mark.key === chosen} />
  ))
}
