import * as z from 'zod/mini'

/** The smaller picture of a stream: not made here, not needed for a picture so small, made, or held back by the machine for a while. */
export const smallStates = ['off', 'needless', 'running', 'resting'] as const
export type SmallState = (typeof smallStates)[number]

const Side = z.nullable(z.int().check(z.gte(1), z.lte(16_384)))

/** What a teacher's stream carries just now. */
export const StreamFigures = z.object({
  /** What came from the teacher's programme, in bits a second. */
  bitsPerSecond: z.int().check(z.gte(0), z.lte(2_000_000_000)),
  /** Of the picture, in pixels; null: it has none, or none that could be read. */
  width: Side,
  height: Side,
  /** Pictures a second; null without one. */
  frameRate: z.nullable(z.number().check(z.gte(0), z.lte(1000))),
  small: z.enum(smallStates),
})
export type StreamFigures = z.output<typeof StreamFigures>
