import type { ReactNode } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { DeregisterRow } from '#client/features/security/deregister-row.tsx'
import { EventRows } from '#client/features/security/event-rows.tsx'
import { ExportRow } from '#client/features/security/export-row.tsx'
import { IdentityRows } from '#client/features/security/identity-rows.tsx'
import { PasswordRow } from '#client/features/security/password-row.tsx'
import { PhoneRow } from '#client/features/security/phone-row.tsx'
import { RowList } from '#client/features/security/security-row.tsx'
import { SessionRows } from '#client/features/security/session-rows.tsx'
import { signInMethods } from '#client/features/security/sign-in-methods.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import { ownValue } from '#shared/own-value.ts'
import { securityQuery } from '#client/features/security/security-queries.ts'
import { dayText, timeText } from '#shared/rules/number-text.ts'

function lastLoginText({ time, method }: { time: number; method: string }): string {
  const how = ownValue(signInMethods, method)
  return `上次登录：${dayText(time)} ${timeText(time)}${how ? `，${how}` : ''}`
}

/** How the learner gets in, where they are, what happened, what they take along, and the way out. */
export function Security(): ReactNode {
  const { lastLogin } = useRead(securityQuery)
  return (
    <UserFrame current="/user/security" title="账号安全" lead={lastLogin ? lastLoginText(lastLogin) : undefined}>
      <RowList title="登录方式">
        <PhoneRow />
        <PasswordRow />
        <IdentityRows />
      </RowList>
      <RowList title="登录设备">
        <Section>
          <SessionRows />
        </Section>
      </RowList>
      <RowList title="安全记录">
        <EventRows />
      </RowList>
      <RowList title="我的数据">
        <Section>
          <ExportRow />
        </Section>
        <DeregisterRow />
      </RowList>
    </UserFrame>
  )
}
