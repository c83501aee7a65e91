import type { ReactNode } from 'react'
import type { NoteDesk } from '#client/features/note/use-note-desk.ts'
import { Button } from '#client/ui/button.tsx'

/** Begins a note at what is seen now, as the key does. */
export function NoteButton({ desk }: { desk: NoteDesk }): ReactNode {
  return (
    <Button tone="quiet" size="s" aria-keyshortcuts="N" title="记笔记（N）" onClick={desk.open}>
      记笔记
    </Button>
  )
}
