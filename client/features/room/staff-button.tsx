import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { findOpenTab } from '#client/features/room/side-focus.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { SystemMessage } from '#shared/contract/enums.ts'

const StaffDialog = lazyDialog(() => import('#client/features/room/staff-dialog.tsx').then((m) => m.StaffDialog))

/** For the room's staff alone. */
export function StaffButton({ notice, pendants, stopType }: { notice: string | null; pendants: readonly Pendant[]; stopType: SystemMessage | undefined }): ReactNode {
  const { env } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isStaff = useChat((chat) => chat.me?.isStaff === true && chat.phase === 'joined')
  if (!isStaff) return null
  return (
    <>
      <Button ref={button} tone="secondary" size="s" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        管理课堂
      </Button>
      {isOpen ? <StaffDialog styles={env.css['staff-dialog']} notice={notice} pendants={pendants} stopType={stopType} returnTo={() => button.current ?? findOpenTab()} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
