import { createHash } from 'node:crypto'
import { MarkKind } from '#shared/contract/enums.ts'

/** A mark of the red pencil, in 1/10,000 of the picture's width. */
export interface SeedMark {
  readonly key: string
  readonly kind: MarkKind
  readonly points: number[]
  readonly words: string | null
}

function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A curve drawn with one turn of the wrist: pressed in its middle. */
function curve(points: readonly (readonly [x: number, y: number])[]): number[] {
  const steps = 18
  const [a = [0, 0], b = a, c = b] = points
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps
    const along = (index: 0 | 1): number =>
      Math.round((1 - t) ** 2 * a[index] + 2 * (1 - t) * t * b[index] + t ** 2 * c[index])
    return [along(0), along(1), Math.round(35 + 45 * Math.sin(Math.PI * t))]
  }).flat()
}

type Shape = readonly [MarkKind, number[], string?]

/** Of which drawing, what was marked. */
const marksOf: ReadonlyMap<string, readonly Shape[]> = new Map([
  [
    'own-1b',
    [
      [MarkKind.circle, [6900, 5500, 560, 520]],
      [MarkKind.pin, [7560, 4980], '苹果压在这里正好，别再往右了'],
    ],
  ],
  [
    'own-2',
    [
      [MarkKind.circle, [4340, 1640, 820, 380]],
      [MarkKind.pin, [5300, 1330], '罐口的黑收小一圈'],
      [
        MarkKind.pen,
        curve([
          [5860, 2300],
          [6150, 3600],
          [5600, 5300],
        ]),
      ],
      [MarkKind.pin, [6260, 3560], '这条边让反光回来一点，影子就透了'],
      [
        MarkKind.pen,
        curve([
          [4700, 6600],
          [6400, 6750],
          [8000, 6350],
        ]),
      ],
      [MarkKind.pin, [8150, 6220], '落影越远越淡，收得好'],
    ],
  ],
  [
    'own-3',
    [
      [MarkKind.circle, [7780, 2080, 640, 330]],
      [MarkKind.pin, [8560, 1750], '放在地上，口要圆得多'],
      [
        MarkKind.pen,
        curve([
          [6650, 3560],
          [7750, 4020],
          [8850, 3560],
        ]),
      ],
      [MarkKind.pin, [9020, 3750], '最鼓的线跟着口一起弯'],
    ],
  ],
])

/** What the red pencil left on a drawing of the seed. */
export function marksOn(seed: string): SeedMark[] {
  return (marksOf.get(seed) ?? []).map(([kind, points, words], index) => ({
    key: keyOf(`${seed}/${index}`),
    kind,
    points,
    words: words ?? null,
  }))
}
