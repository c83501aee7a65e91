/** True while an input method is composing: its Enter chooses a word and must not search. */
export function isComposing(event: KeyboardEvent): boolean {
  // Safari sends that Enter after the composition, told only by this code.
  return event.isComposing || event.keyCode === 229
}
