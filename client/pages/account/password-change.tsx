import { type ReactNode, useState } from 'react'
import { orBackToStart } from '#client/features/account-steps/back-to-start.ts'
import { NewPasswordForm } from '#client/features/account-steps/new-password-form.tsx'
import { OwnPhoneForm } from '#client/features/account-steps/proof-form.tsx'
import { StepFrame } from '#client/features/account-steps/step-frame.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { leaveFor } from '#client/features/login/after-login.ts'
import { securityQuery } from '#client/features/security/security-queries.ts'
import { provePasswordReset, resetPassword } from '#client/features/account-steps/account-queries.ts'
import { toastAfterLoad } from '#client/ui/toast-store.ts'

/** Another password: first the own phone, then the password; afterwards everybody logs in anew. */
export function PasswordChange(): ReactNode {
  const { api } = useApp()
  const { phone } = useRead(securityQuery)
  const [ticket, setTicket] = useState<string>()
  return (
    <StepFrame
      title="修改密码"
      lead="改好以后，所有设备都要用新密码重新登录。"
      steps={['验证手机号', '设置新密码']}
      step={ticket === undefined ? 0 : 1}
      foot={
        <a className="link" href="/user/security">
          回账号安全
        </a>
      }
    >
      {ticket === undefined ? (
        <OwnPhoneForm
          purpose="reset"
          phone={phone ?? ''}
          submit="下一步"
          onSubmit={async (captchaCode) => setTicket((await provePasswordReset(api, { captchaCode })).ticket)}
        />
      ) : (
        <NewPasswordForm
          submit="修改密码"
          onSubmit={(password) =>
            orBackToStart(
              async () => {
                await resetPassword(api, { ticket, password })
                toastAfterLoad('密码设置成功')
                await leaveFor(`/auth/login?${new URLSearchParams({ redirect: '/user/security' })}`)
              },
              () => setTicket(undefined),
            )
          }
        />
      )}
    </StepFrame>
  )
}
