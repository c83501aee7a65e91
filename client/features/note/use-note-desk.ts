import { useEffect, useEffectEvent, useState } from 'react'
import type { NotePlace } from '#client/features/note/note-draft.ts'

/** A note that is asked for: where it stands; `count` tells one time from the next. */
export interface AskedNote {
  readonly count: number
  readonly place: NotePlace
}

export interface NoteDesk {
  /** Undefined until the first one is asked for. */
  readonly asked: AskedNote | undefined
  /** Begins a note at what is seen now. */
  readonly open: () => void
}

/** What takes letters: a key pressed in it is its own. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type="range"]), textarea, select')
}

/** The key N and a button begin a note at the second that is seen; undefined: nobody can take notes here. */
export function useNoteDesk(placeNow: (() => NotePlace) | undefined): NoteDesk | undefined {
  const [asked, setAsked] = useState<AskedNote>()
  const open = (): void => {
    const place = placeNow?.()
    if (place) setAsked((before) => ({ count: (before?.count ?? 0) + 1, place }))
  }
  const ask = useEffectEvent(open)
  const isOn = placeNow !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const handleKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, isComposing, repeat, target } = event
      if (key.toLowerCase() !== 'n' || ctrlKey || metaKey || altKey || isComposing || repeat) return
      if (event.defaultPrevented || takesText(target) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      ask()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
  return isOn ? { asked, open } : undefined
}
