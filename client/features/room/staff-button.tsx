import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { findOpenTab } from '#client/features/room/side-focus.ts'
import type { StaffTurn } from '#client/features/room/staff-turn.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { SystemMessage } from '#shared/contract/enums.ts'

const StaffDialog = lazyDialog(() => import('#client/features/room/staff-dialog.tsx').then((m) => m.StaffDialog))

interface StaffButtonProps {
  notice: string | null
  pendants: readonly Pendant[]
  stopType: SystemMessage | undefined
  /** What may be done against the clock; only staff are told. */
  turn: StaffTurn | null
  onTurned: () => void
}

/** For the room's staff alone. */
export function StaffButton({ turn, ...care }: StaffButtonProps): ReactNode {
  const { env } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isStaff = useChat((chat) => chat.me?.isStaff === true && chat.phase === 'joined')
  // After the class the chat is only read, and doesn't say who one is.
  if (!isStaff && turn !== 'reopen') return null
  return (
    <>
      <Button ref={button} tone="secondary" size="s" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        管理课堂
      </Button>
      {isOpen ? (
        <StaffDialog
          styles={env.css['staff-dialog']}
          turn={turn}
          {...care}
          returnTo={() => button.current ?? findOpenTab()}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
