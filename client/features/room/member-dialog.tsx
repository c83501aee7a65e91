import type { ReactNode } from 'react'
import { MemberCare } from '#client/features/room/member-care.tsx'
import type { Member } from '#client/features/room/use-members.ts'
import { Dialog } from '#client/ui/dialog.tsx'

/** For staff: one member and their right to speak. */
export function MemberDialog({
  member,
  onDone,
  onClose,
}: {
  member: Member
  onDone: () => void
  onClose: () => void
}): ReactNode {
  return (
    <Dialog title={member.nickname} size="s" onClose={onClose}>
      <MemberCare
        userId={member.userId}
        onDone={() => {
          onDone()
          onClose()
        }}
      />
    </Dialog>
  )
}
