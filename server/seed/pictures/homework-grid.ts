import { pencil, type Sheet } from './pencil.ts'
import type { Point } from './shapes.ts'

const ruled = { times: 1, shake: 1, straight: true } as const

function box(x: number, y: number, w: number, h: number): Point[] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
    [x, y],
  ]
}

/** An arrow from the edge of the page to that of its text. */
function arrow(sheet: Sheet, [ax, y]: Point, to: number): string {
  const head: Point[] = [
    [ax + 8, y - 8],
    [ax, y],
    [ax + 8, y + 8],
  ]
  const line: Point[] = [
    [ax, y],
    [to, y],
  ]
  return pencil(sheet, line, { ...ruled, dark: 0.8 }) + pencil(sheet, head, ruled)
}

/** A page measured with a ruler: columns, lines, four margins. */
export function gridScene(sheet: Sheet): string {
  const { random, width: w, height: h } = sheet
  const [x, y, pw, ph] = [w * 0.3, h * 0.06, w * 0.4, h * 0.88]
  const [bx, by, bw, bh] = [x + pw * 0.13, y + ph * 0.1, pw * 0.7, ph * 0.76]
  let art = pencil(sheet, box(x, y, pw, ph), { ...ruled, dark: 0.8, width: 3.4 })
  art += pencil(sheet, box(bx, by, bw, bh), { ...ruled, dark: 0.7 })
  for (let line = 1; line < 22; line++) {
    const at = by + (bh * line) / 22
    const end = bx + bw * (line % 6 === 5 ? random.float(0.3, 0.7) : 1)
    art += pencil(
      sheet,
      [
        [bx, at],
        [end, at],
      ],
      { ...ruled, dark: 0.35, width: 1.6 },
    )
  }
  for (const share of [0.485, 0.515]) {
    const at = bx + bw * share
    art += pencil(
      sheet,
      [
        [at, by],
        [at, by + bh],
      ],
      { ...ruled, dark: 0.6 },
    )
  }
  art += arrow(sheet, [x, y + ph * 0.5], bx) + arrow(sheet, [bx + bw, y + ph * 0.5], x + pw)
  for (const [at, end] of [
    [0.3, 0.86],
    [0.36, 0.9],
  ] as const)
    art += pencil(
      sheet,
      [
        [w * 0.76, h * at],
        [w * 0.81, h * (at - 0.01)],
        [w * end, h * at],
      ],
      { times: 2 },
    )
  return art
}
