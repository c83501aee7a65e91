import { type ReactNode, useEffect, useRef } from 'react'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './lottery.module.css'

/** Neighbours have different ones. */
const tints = [css.part0, css.part1, css.part2, css.part3]

type Prizes = CallOutput<'GET /api/activity/detail'>['prizes']

/** How long it turns; the style sheet has the same. */
export const turnMs = 3200
const radius = 100
const wholeTurns = 4

interface Part {
  readonly id: number
  readonly name: string
  readonly img: string | null
  /** Shares of the circle, 0..1. */
  readonly from: number
  readonly to: number
  readonly isLeft: boolean
}

/** Each prize as wide as its chance, in the order in which the numbers are counted; the rest is no prize. */
export function wheelParts(prizes: Prizes): Part[] {
  let from = 0
  return prizes.map(({ id, name, img, odds, isLeft }) => {
    const part = { id, name, img, from, to: from + odds, isLeft }
    from = part.to
    return part
  })
}

/** The prize on whose part a number (0..9999) falls; undefined: none. */
export function prizeAt(prizes: Prizes, number: number): Part | undefined {
  return wheelParts(prizes).find(({ to }) => number < Math.round(to * 10_000))
}

function pointAt(share: number, distance: number): string {
  const angle = share * 2 * Math.PI
  return `${(Math.sin(angle) * distance).toFixed(2)} ${(-Math.cos(angle) * distance).toFixed(2)}`
}

function sector({ from, to }: Part): string {
  if (to - from >= 0.9999)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`
  return `M0 0L${pointAt(from, radius)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${pointAt(to, radius)}Z`
}

/** The row of numbers as a wheel, every part as wide as its chance. It stops where the number of the draw is: it obeys the draw, never the other way round. */
export function LotteryWheel({
  prizes,
  number,
  turn,
}: {
  prizes: Prizes
  number: number | undefined
  turn: number
}): ReactNode {
  const wheel = useRef<SVGGElement>(null)
  useEffect(() => {
    if (number === undefined) return
    wheel.current?.style.setProperty('--turn', `${360 * wholeTurns * turn - ((number + 0.5) / 10_000) * 360}deg`)
  }, [number, turn])
  return (
    <div className={css.frame}>
      <svg className={css.wheel} viewBox="-104 -104 208 208" aria-hidden="true">
        <g ref={wheel} className={css.turning}>
          <circle r={radius} className={css.none} />
          {wheelParts(prizes).map((part, index) => (
            <path key={part.id} d={sector(part)} className={part.isLeft ? tints[index % tints.length] : css.gone} />
          ))}
          {wheelParts(prizes).map(({ id, img, from, to }) => {
            const [x, y] = pointAt((from + to) / 2, 70)
              .split(' ')
              .map(Number)
            return img && to - from >= 0.05 ? (
              <image key={id} href={img} x={(x ?? 0) - 15} y={(y ?? 0) - 15} width="30" height="30" />
            ) : null
          })}
          <circle r={radius} className={css.rim} />
          <circle r="12" className={css.hub} />
        </g>
      </svg>
      <span className={css.hand} aria-hidden="true" />
    </div>
  )
}
