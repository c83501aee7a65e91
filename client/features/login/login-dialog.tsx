import type { ReactNode } from 'react'
import { LoginPanel } from '#client/features/login/login-panel.tsx'
import { type LoginRequest, type LoginVia, switchLogin } from '#client/features/login/login-store.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Code, codeMessages } from '#shared/contract/codes.ts'
import css from './login-panel.module.css'

const hints: Readonly<Partial<Record<LoginVia, string>>> = {
  coupon: '登录后就能领取这张优惠券。',
  invite: '你收到了一份邀请，登录后继续。',
}

/** Login and sign-up over the page. */
export function LoginDialog({ request, onClose }: { request: LoginRequest; onClose: () => void }): ReactNode {
  const { way, closable, via } = request
  const hint = hints[via]
  return (
    <Dialog
      title={way === 'login' ? '进教室' : '注册账号'}
      note={way === 'login' ? '没有账号的手机号会自动注册' : '有了账号，就能听课、交作业、看回放'}
      closable={closable}
      onClose={onClose}
    >
      {via === 'expired' ? <p className={css.reason}>{codeMessages[Code.LoginTimeout]}</p> : null}
      {hint ? <p className={css.hint}>{hint}</p> : null}
      <LoginPanel way={way} onWay={switchLogin} />
    </Dialog>
  )
}
