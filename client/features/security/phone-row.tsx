import type { ReactNode } from 'react'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { ButtonLink } from '#client/ui/button.tsx'

/** The phone, its middle hidden. */
export function PhoneRow(): ReactNode {
  const { phone, nationCode, phoneIsReal } = useSecurity().security
  if (!phoneIsReal || phone === null) {
    return (
      <SecurityRow name="手机号" value="还没有绑定" note="登录和找回密码都靠它">
        <ButtonLink tone="primary" size="s" href="/user/auth/bind?redirect=%2Fuser%2Fsecurity">
          绑定手机号
        </ButtonLink>
      </SecurityRow>
    )
  }
  return (
    <SecurityRow
      name="手机号"
      value={<span className="num">{nationCode === 86 ? phone : `+${nationCode} ${phone}`}</span>}
      note="用来登录和找回密码"
    >
      <ButtonLink tone="secondary" size="s" href="/user/auth/updatePhone">
        更换手机号
      </ButtonLink>
    </SecurityRow>
  )
}
