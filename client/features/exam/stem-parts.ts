/** What marks a blank in a stem: three or more underscores, or two or more of the wide ones. */
const blank = /_{3,}|＿{2,}/

/**
 * A stem around its blanks: `n` blanks stand between `n + 1` pieces of text. A stem that doesn't mark as many as the question has is one
 * piece; its blanks stand below it.
 */
export function stemParts(stem: string, blankCount: number): readonly string[] {
  const pieces = stem.split(blank)
  return blankCount > 0 && pieces.length === blankCount + 1 ? pieces : [stem]
}
