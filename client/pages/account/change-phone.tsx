import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { orBackToStart } from '#client/features/account-steps/back-to-start.ts'
import { NumberForm, OwnPhoneForm } from '#client/features/account-steps/proof-form.tsx'
import { StepFrame } from '#client/features/account-steps/step-frame.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { toast } from '#client/ui/toast-store.ts'

/** Another phone: first the old one proves itself, then the new one. */
export function ChangePhone(): ReactNode {
  const { api, common } = useApp()
  const queries = useQueryClient()
  const security = callQuery(api, 'GET /api/user/info/security', {})
  const { phone } = useCall('GET /api/user/info/security', {})
  const [ticket, setTicket] = useState<string>()
  const typed = useRef({ nationCode: '86', phone: '' })
  return (
    <StepFrame
      title="更换手机号"
      lead="换好以后用新手机号登录，课程和资料都不变。"
      steps={['验证旧手机号', '绑定新手机号']}
      step={ticket === undefined ? 0 : 1}
      foot={
        <>
          <a className="link" href="/user/security">
            回账号安全
          </a>
          <span>旧手机号收不到短信？请拨打 {common.config.servicePhone}</span>
        </>
      }
    >
      {ticket === undefined ? (
        <OwnPhoneForm
          purpose="bindOld"
          phone={phone ?? ''}
          submit="下一步"
          onSubmit={async (captchaCode) => setTicket((await api.call('POST /api/auth/validate/bind/sms', { captchaCode })).ticket)}
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
                await api.call('POST /api/auth/rest/bind/phoneNum', { ...proved, ticket })
                toast('修改成功')
                await queries.invalidateQueries({ queryKey: security.queryKey, refetchType: 'none' })
                navigate('/user/security', { replace: true })
              },
              () => setTicket(undefined),
            )
          }}
        />
      )}
    </StepFrame>
  )
}
