import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { deviceName } from '#server/backend/account/sign-in/device-name.ts'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { OauthProvider, SecurityEventKind } from '#shared/contract/enums.ts'
import { maskAddress, securityEventText } from '#shared/rules/security-events.ts'
import { inetOf } from './sign-in.ts'

export interface SecurityEvent {
  readonly userId: number
  readonly kind: SecurityEventKind
  readonly provider?: OauthProvider
}

/** These their doer sees at once; the owner needn't be told. */
const untold: ReadonlySet<SecurityEventKind> = new Set(['endSession', 'endOthers'])
const mostShown = 10

/** Keeps what happened to the ways into an account, and tells its owner by a message; both with the change itself or not at all. */
export async function noteSecurityEvent(
  ctx: CallContext,
  trx: Database,
  { userId, kind, provider }: SecurityEvent,
): Promise<void> {
  const at = new Date(ctx.clock.now())
  const { userAgent } = ctx.caller
  const ip = inetOf(ctx.address)
  const { id } = await trx
    .insertInto('securityEvents')
    .values({ userId, kind, provider: provider ?? null, ip, userAgent, at })
    .returning('securityEvents.id')
    .executeTakeFirstOrThrow()
  if (untold.has(kind)) return
  const what = securityEventText(kind, provider ?? null)
  const where = [deviceName(userAgent), maskAddress(ip)].filter(Boolean).join('，')
  const lines = [
    `你的账号在 ${shanghaiMoment(at.getTime()).slice(0, 16)} ${what.trim()}（${where}）。`,
    `如果不是你本人操作，请马上到账号安全里退出其他登录、修改密码，并拨打 ${ctx.config.brand.servicePhone}。`,
  ]
  await notify(trx, at, {
    userId,
    topic: 'security',
    ref: `security/${id}`,
    title: `账号安全：${what.trim()}`,
    text: lines.join('\n'),
    button: { name: '查看账号安全', url: '/user/security' },
  })
}

export interface ShownEvent {
  readonly kind: SecurityEventKind
  readonly provider: OauthProvider | null
  readonly device: string
  readonly address: string | null
  readonly time: number
}

/** The newest events of an account, at most ten. */
export async function listSecurityEvents(db: Database, userId: number): Promise<ShownEvent[]> {
  const rows = await db
    .selectFrom('securityEvents')
    .selectAll('securityEvents')
    .where('securityEvents.userId', '=', userId)
    .orderBy('securityEvents.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ kind, provider, userAgent, ip, at }) => ({
    kind,
    provider,
    device: deviceName(userAgent ?? ''),
    address: maskAddress(ip),
    time: at.getTime(),
  }))
}
