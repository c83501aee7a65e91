import type { ReactNode } from 'react'
import { writeHref } from '#client/features/forum/forum-address.ts'
import { askInPlace } from '#client/features/login/login-link.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { ButtonLink } from '#client/ui/button.tsx'

/** Leads to where a post is written; who isn't logged in is asked to log in where they are. */
export function WriteLink({ plate }: { plate?: number }): ReactNode {
  const { user, settled } = useSession()
  return (
    <ButtonLink
      tone="primary"
      href={writeHref(plate === undefined ? {} : { plate })}
      onClick={settled && !user ? askInPlace : undefined}
    >
      写帖子
    </ButtonLink>
  )
}
