import { type ReactNode, useRef, useState } from 'react'
import { orBackToStart } from '#client/features/account-steps/back-to-start.ts'
import { NewPasswordForm } from '#client/features/account-steps/new-password-form.tsx'
import { NumberForm } from '#client/features/account-steps/proof-form.tsx'
import { StepFrame } from '#client/features/account-steps/step-frame.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { leaveFor } from '#client/features/login/after-login.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { toastAfterLoad } from '#client/ui/toast-store.ts'
import { provePasswordReset, resetPassword } from '#client/features/account-steps/account-queries.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'

/** A new password for whoever has the phone: first the number, then the password. */
export function PasswordForget({ search }: PageProps): ReactNode {
  const { api, env, common } = useApp()
  const [ticket, setTicket] = useState<string>()
  const typed = useRef({ nationCode: '86', phone: '' })
  const redirect = safeRedirect(new URLSearchParams(search).get('redirect'), env.origin)
  const loginPath = redirect ? `/auth/login?${new URLSearchParams({ redirect })}` : '/auth/login'
  return (
    <StepFrame
      title="找回密码"
      lead="用注册时的手机号收一条验证码，就能换一个新密码。"
      steps={['验证手机号', '设置新密码']}
      step={ticket === undefined ? 0 : 1}
      foot={
        <>
          <a className="link" href={loginPath}>
            想起来了，去登录
          </a>
          <span>手机号不用了？请拨打 {common.config.servicePhone}</span>
        </>
      }
    >
      {ticket === undefined ? (
        <NumberForm
          purpose="reset"
          label="手机号"
          submit="下一步"
          phone={typed.current}
          autoComplete="username"
          onSubmit={async (proved) => {
            typed.current = { nationCode: String(proved.nationCode), phone: proved.phoneNum }
            setTicket((await provePasswordReset(api, proved)).ticket)
          }}
        />
      ) : (
        <NewPasswordForm
          submit="设置密码"
          onSubmit={(password) =>
            orBackToStart(
              async () => {
                await resetPassword(api, { ticket, password })
                toastAfterLoad('密码设置成功')
                await leaveFor(loginPath)
              },
              () => setTicket(undefined),
            )
          }
        />
      )}
    </StepFrame>
  )
}
