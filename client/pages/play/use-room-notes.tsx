import { NoteButton } from '#client/features/note/note-button.tsx'
import type { NotePlace } from '#client/features/note/note-draft.ts'
import { NoteSide } from '#client/features/note/note-side.tsx'
import { useNoteDesk } from '#client/features/note/use-note-desk.ts'
import type { RoomViewProps } from '#client/features/room/room-view.tsx'
import { useSession } from '#client/features/session/use-session.ts'

interface RoomNotesOptions {
  /** There is something to take notes of. */
  isOn: boolean
  /** Where a note that begins now stands. */
  placeNow: () => NotePlace
  onSeek: ((second: number) => void) | undefined
}

/** The learner's own notes in the room of a lesson. */
export function useRoomNotes(
  lesson: { periodId: number; scheduleId?: number },
  { isOn, placeNow, onSeek }: RoomNotesOptions,
): RoomViewProps['notes'] {
  const { user } = useSession()
  const desk = useNoteDesk(isOn && user ? placeNow : undefined)
  if (!desk || !user) return undefined
  return {
    panel: (isShown) => <NoteSide isShown={isShown} lesson={lesson} userId={user.id} desk={desk} onSeek={onSeek} />,
    button: <NoteButton desk={desk} />,
    asked: desk.asked?.count ?? 0,
  }
}
