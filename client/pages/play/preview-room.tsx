import { type ComponentProps, type ReactNode, useCallback } from 'react'
import { askLogin } from '#client/features/login/login-store.ts'
import { PreviewDenied } from '#client/features/room/room-states.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { LessonRoom } from '#client/pages/play/lesson-room.tsx'
import type { readPreview } from '#client/pages/play/room-input.ts'
import { LiveStatus } from '#shared/contract/enums.ts'

interface PreviewRoomProps extends Omit<ComponentProps<typeof LessonRoom>, 'isPreview' | 'onStatus' | 'lesson'> {
  input: ReturnType<typeof readPreview>
  /** The room is asked for anew. */
  onStatus: () => void
}

/** A look into the room of a lesson; who has no right to it is told how to get one. */
export function PreviewRoom({ input, live, groupId, ...room }: PreviewRoomProps): ReactNode {
  const { user, settled } = useSession()
  const login = useCallback(() => askLogin({ closable: true, via: 'page' }), [])
  if (live.liveStatus === LiveStatus.notFound)
    return <PreviewDenied hasLink={input.previewToken !== undefined} onLogin={settled && !user ? login : undefined} />
  // The chat is for accounts; a link has none.
  return (
    <LessonRoom lesson={input} live={live} groupId={user && !input.previewToken ? groupId : null} isPreview {...room} />
  )
}
