import type { ReactNode } from 'react'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { securityEventText } from '#shared/rules/security-events.ts'

const kinds = '绑定、解除绑定，更换手机号或密码，退出其他登录，都会记在这里'

/** What happened to the ways into the account last. */
export function EventRows(): ReactNode {
  const { events } = useSecurity().security
  if (events.length === 0) return <SecurityRow name="最近记录" value="还没有记录" note={kinds} />
  return events.map(({ kind, provider, device, address, time }) => (
    <SecurityRow
      key={`${time} ${kind} ${provider ?? ''}`}
      name={<time dateTime={new Date(time).toISOString()}>{momentText(time)}</time>}
      value={securityEventText(kind, provider).trim()}
      note={[device, address].filter(Boolean).join('，')}
    />
  ))
}
