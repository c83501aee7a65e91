import { type ReactNode, useState } from 'react'
import { orBackToStart } from '#client/features/account-steps/back-to-start.ts'
import { NumberForm } from '#client/features/account-steps/proof-form.tsx'
import { StepFrame } from '#client/features/account-steps/step-frame.tsx'
import { VerifyForm } from '#client/features/account-steps/verify-form.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { leaveFor } from '#client/features/login/after-login.ts'
import { dropHint } from '#client/features/session/signed-in-hint.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { toast, toastAfterLoad } from '#client/ui/toast-store.ts'
import { logOut } from '#client/features/session/session-queries.ts'
import { securityQuery } from '#client/features/security/security-queries.ts'
import { bindPhone } from '#client/features/account-steps/account-queries.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'

/** Without a phone nothing goes on, so there must be a way out to another account. */
function LeaveButton(): ReactNode {
  const { api } = useApp()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      await logOut(api)
      dropHint()
      location.assign('/')
    } catch {
      setBusy(false)
      toast('没能退出，请再试一次', 'bad')
    }
  }
  return (
    <button type="button" className="link" disabled={busy} onClick={() => void handleClick()}>
      退出登录
    </button>
  )
}

/** The first real phone of an account that came without one. */
export function BindPhone({ search }: PageProps): ReactNode {
  const { api, env } = useApp()
  const { verification } = useRead(securityQuery)
  // An account that has a password is its owner's: the password comes first.
  const mustVerify = verification.ways.length > 0
  const [isVerified, setVerified] = useState(!mustVerify)
  const redirect = safeRedirect(new URLSearchParams(search).get('redirect'), env.origin) ?? '/'
  return (
    <StepFrame
      title="绑定手机号"
      lead="登录和找回密码都靠它，绑定以后接着学。"
      steps={mustVerify ? ['验证身份', '绑定手机号'] : []}
      step={mustVerify && isVerified ? 1 : 0}
      foot={
        <>
          <span>想用别的账号？</span>
          <LeaveButton />
        </>
      }
    >
      {isVerified ? (
        <NumberForm
          purpose="bindNew"
          label="手机号"
          submit="绑定"
          onSubmit={(proved) =>
            orBackToStart(
              async () => {
                await bindPhone(api, proved)
                toastAfterLoad('绑定成功')
                await leaveFor(redirect)
              },
              () => setVerified(false),
            )
          }
        />
      ) : (
        <VerifyForm ways={verification.ways} phone="" submit="下一步" onVerified={async () => setVerified(true)} />
      )}
    </StepFrame>
  )
}
