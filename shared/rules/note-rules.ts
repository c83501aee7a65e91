/** Characters of one note, notes of one lesson, notes of one learner: at most. */
export const noteLength = 2000
export const notesOfLesson = 500
export const notesOfLearner = 5000

/** A note's text as it is kept: line breaks of one kind, no space around it. */
export function noteText(typed: string): string {
  return typed.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
}

/** Characters as a reader counts them. */
export function noteCharacters(text: string): number {
  return [...text].length
}
