import { pictureWidths } from '#shared/rules/picture-rules.ts'

const ratios = [1.25, 1, 0.75, 1.25, 4 / 3, 1, 0.8] as const

/** Pixels of a student work's picture at its largest width, or at `width`. */
export function workSize(
  index: number,
  width: number = Math.max(...pictureWidths.work),
): { width: number; height: number } {
  return { width, height: Math.round(width * (ratios[index % ratios.length] ?? 1)) }
}
