import type { ReactNode } from 'react'
import { AccountMenu } from '#client/app/account-menu.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { askInPlace, loginHref } from '#client/features/login/login-link.ts'
import { MessageBell } from '#client/features/message/message-bell.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import css from './header-account.module.css'

interface Place {
  pathname: string
  search: string
}

/** Where visitors log in and sign up and learners find their own: as wide for both, so that nothing moves when it is known who is there. */
export function HeaderAccount({ pathname, search }: Place): ReactNode {
  const { registrationOpen } = useApp().common.config
  const { user } = useSession()
  // The login page is the way in itself.
  if (pathname === '/auth/login' && !user) return null
  return (
    <div className={registrationOpen ? css.corner : `${css.corner} ${css.narrow}`}>
      {user ? <MessageBell unread={user.unread ?? false} /> : null}
      {user ? <AccountMenu user={user} /> : null}
      {user ? null : (
        <a className={css.login} href={loginHref(pathname, search)} onClick={askInPlace}>
          登录
        </a>
      )}
      {user || !registrationOpen ? null : (
        <ButtonLink tone="primary" size="s" href="/register">
          注册
        </ButtonLink>
      )}
    </div>
  )
}
