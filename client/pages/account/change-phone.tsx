import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { orBackToStart } from '#client/features/account-steps/back-to-start.ts'
import { NumberForm, OwnPhoneForm } from '#client/features/account-steps/proof-form.tsx'
import { StepFrame } from '#client/features/account-steps/step-frame.tsx'
import { VerifyForm } from '#client/features/account-steps/verify-form.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { securityQuery } from '#client/features/security/security-queries.ts'
import { changePhone, proveOldPhone } from '#client/features/account-steps/account-queries.ts'
import { toast } from '#client/ui/toast-store.ts'

/** Another phone: first the old one, or the password, proves who it is, then the new one. */
export function ChangePhone(): ReactNode {
  const { api, common } = useApp()
  const queries = useQueryClient()
  const security = securityQuery(api)
  const { phone, hasPassword } = useRead(securityQuery)
  // By a code to the old phone it comes with a ticket, by the password without one.
  const [proof, setProof] = useState<{ ticket?: string }>()
  const [byPassword, setByPassword] = useState(false)
  const typed = useRef({ nationCode: '86', phone: '' })
  return (
    <StepFrame
      title="更换手机号"
      lead="换好以后用新手机号登录，课程和资料都不变。"
      steps={[byPassword ? '验证密码' : '验证旧手机号', '绑定新手机号']}
      step={proof === undefined ? 0 : 1}
      foot={
        <>
          <a className="link" href="/user/security">
            回账号安全
          </a>
          {hasPassword && proof === undefined ? (
            <button type="button" className="link" onClick={() => setByPassword(!byPassword)}>
              {byPassword ? '改用旧手机号验证' : '旧手机号收不到短信？改用密码'}
            </button>
          ) : (
            <span>旧手机号收不到短信？请拨打 {common.config.servicePhone}</span>
          )}
        </>
      }
    >
      {proof === undefined && byPassword ? (
        <VerifyForm ways={['password']} phone="" submit="下一步" onVerified={async () => setProof({})} />
      ) : proof === undefined ? (
        <OwnPhoneForm
          purpose="bindOld"
          phone={phone ?? ''}
          submit="下一步"
          onSubmit={async (captchaCode) => setProof(await proveOldPhone(api, { captchaCode }))}
        />
      ) : (
        <NumberForm
          purpose="bindNew"
          label="新手机号"
          submit="更换"
          phone={typed.current}
          onSubmit={(proved) => {
            typed.current = { nationCode: String(proved.nationCode), phone: proved.phoneNum }
            return orBackToStart(
              async () => {
                await changePhone(api, { ...proved, ...proof })
                toast('修改成功')
                await queries.invalidateQueries({ queryKey: security.queryKey, refetchType: 'none' })
                navigate('/user/security', { replace: true })
              },
              () => setProof(undefined),
            )
          }}
        />
      )}
    </StepFrame>
  )
}
