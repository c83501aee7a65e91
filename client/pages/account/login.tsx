import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { AuthFrame } from '#client/features/login/auth-frame.tsx'
import { LoginPanel } from '#client/features/login/login-panel.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Code, codeMessages, sessionEndCodes } from '#shared/contract/codes.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'
import css from './login.module.css'

const points = ['预约公开课，到点进教室', '交作业，老师用红笔批注', '看回放，从上次停下的地方接着看'] as const

/** Signing in on a page of its own; it says why the last session ended. */
export function Login({ search }: PageProps): ReactNode {
  const { env, common } = useApp()
  const [way, setWay] = useState<'login' | 'register'>('login')
  const query = new URLSearchParams(search)
  const endCode = sessionEndCodes.find((code) => String(code) === query.get('code'))
  const isAbnormal = endCode === Code.AccountDisabled || endCode === Code.AccountLoggedOut
  return (
    <AuthFrame
      title="回到课堂"
      lead={common.config.slogan || `登录${env.brandName}，接着学。`}
      points={points}
      sheetTitle={way === 'login' ? '进教室' : '注册账号'}
      note={way === 'login' ? '没有账号的手机号会自动注册' : '有了账号，就能听课、交作业、看回放'}
    >
      {endCode === undefined ? null : (
        <p className={css.reason} role="status">
          {codeMessages[endCode as Code]}
          {isAbnormal ? `，请联系客服 ${common.config.servicePhone}` : '，请重新登录'}
        </p>
      )}
      <LoginPanel way={way} onWay={setWay} redirect={safeRedirect(query.get('redirect'), env.origin) ?? '/'} />
    </AuthFrame>
  )
}
