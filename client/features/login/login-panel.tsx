import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { finishLogin } from '#client/features/login/after-login.ts'
import { CodeLoginForm } from '#client/features/login/code-login-form.tsx'
import { OauthLinks } from '#client/features/login/oauth-links.tsx'
import { PasswordLoginForm } from '#client/features/login/password-login-form.tsx'
import { RegisterForm } from '#client/features/login/register-form.tsx'
import { nothingTyped, type TypedPhone } from '#client/features/login/typed-phone.ts'
import { TabPanels } from '#client/ui/tab-panels.tsx'
import { toastAfterLoad } from '#client/ui/toast-store.ts'
import css from './login-panel.module.css'

interface LoginPanelProps {
  way: 'login' | 'register'
  onWay: (way: 'login' | 'register') => void
  /** Where to go after it, when that isn't what the address says. */
  redirect?: string | undefined
}

function LoginForms({
  typed,
  redirect,
  onExists,
}: {
  typed: RefObject<TypedPhone>
  redirect: string | undefined
  onExists: (message: string) => void
}): ReactNode {
  const [mode, setMode] = useState<'code' | 'password'>('code')
  return (
    <TabPanels
      label="登录方式"
      current={mode}
      onChange={setMode}
      tabs={[
        {
          name: 'code',
          text: '短信登录',
          panel: mode === 'code' ? <CodeLoginForm typed={typed} redirect={redirect} onExists={onExists} /> : null,
        },
        {
          name: 'password',
          text: '密码登录',
          panel: mode === 'password' ? <PasswordLoginForm typed={typed} redirect={redirect} /> : null,
        },
      ]}
    />
  )
}

/** All ways to come in: login by code, password or provider, and sign-up. What was typed moves along between them. */
export function LoginPanel({ way, onWay, redirect }: LoginPanelProps): ReactNode {
  const { registrationOpen } = useApp().common.config
  const typed = useRef(nothingTyped())
  const [phoneMessage, setPhoneMessage] = useState<string>()
  const go = (next: 'login' | 'register', message?: string): void => {
    setPhoneMessage(message)
    onWay(next)
  }
  return (
    <>
      {way === 'login' ? (
        <LoginForms typed={typed} redirect={redirect} onExists={(message) => go('register', message)} />
      ) : (
        <RegisterForm
          typed={typed}
          purpose="login"
          {...(phoneMessage ? { phoneMessage } : {})}
          onLogin={() => go('login')}
          onDone={(signedIn) => {
            toastAfterLoad('注册成功')
            return finishLogin(signedIn, { redirect })
          }}
        />
      )}
      <div className={css.foot}>
        <div>
          <OauthLinks redirect={redirect} />
        </div>
        <div>
          {way === 'login' ? (
            <a className={css.other} href="/user/auth/password/forget">
              忘记密码
            </a>
          ) : null}
          {way === 'register' || registrationOpen ? (
            <button type="button" className={css.other} onClick={() => go(way === 'login' ? 'register' : 'login')}>
              {way === 'login' ? '注册账号' : '已有账号，去登录'}
            </button>
          ) : null}
        </div>
      </div>
    </>
  )
}
