import type { ReactNode } from 'react'
import { MemberCare } from '#client/features/room/member-care.tsx'
import { RoomContext, type RoomValue } from '#client/features/room/room-context.ts'
import type { Member } from '#client/features/room/use-members.ts'
import { Dialog } from '#client/ui/dialog.tsx'

/** For staff: one member and their right to speak. */
export function MemberDialog({ room, member, onDone, onClose }: { room: RoomValue; member: Member; onDone: () => void; onClose: () => void }): ReactNode {
  return (
    <RoomContext.Provider value={room}>
      <Dialog title={member.nickname} size="s" onClose={onClose}>
        <MemberCare
          userId={member.userId}
          onDone={() => {
            onDone()
            onClose()
          }}
        />
      </Dialog>
    </RoomContext.Provider>
  )
}
