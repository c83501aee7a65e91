import type { ReactNode } from 'react'
import { Face, RoleTag } from '#client/features/room/people.tsx'
import type { Member } from '#client/features/room/use-members.ts'
import css from './composer.module.css'

/** The people that an @ may mean; the keys stay with the text. */
export function AtPicker({
  id,
  members,
  active,
  onPick,
}: {
  id: string
  members: readonly Member[]
  active: number
  onPick: (member: Member) => void
}): ReactNode {
  return (
    <div id={id} role="listbox" aria-label="叫谁" className={css.names}>
      {members.map((member, index) => (
        <div
          key={member.userId}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={css.choice}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(member)
          }}
        >
          <Face user={member} />
          <span className="one">{member.nickname}</span>
          <RoleTag userType={member.userType} />
        </div>
      ))}
    </div>
  )
}
