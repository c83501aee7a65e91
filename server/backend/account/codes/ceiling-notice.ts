import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { listAdministrators } from './administrator-store.ts'

const hourMs = 3_600_000

/**
 * Tells the administrators, and the log, that codes go out fast: once an hour over all processes. Never fails a message for it.
 */
export async function tellOfCeiling(
  { clock, config, log, tx }: Pick<BackendContext, 'clock' | 'config' | 'log' | 'tx'>,
  sent: number,
): Promise<void> {
  const now = clock.now()
  const ceiling = config.sms.hourlyCeiling
  try {
    await tx(async (trx) => {
      const admins = await listAdministrators(trx)
      const notice = {
        topic: 'sms',
        ref: `sms-ceiling/${Math.floor(now / hourMs)}`,
        title: '短信验证码的用量已过半',
        text: `一小时内已发出 ${sent} 条验证码，上限是每小时 ${ceiling} 条。到了上限，新的验证码要等到下一个小时。\n如果不是集中招生，可能有人在刷短信：请查看日志里的地址，必要时调高 SMS_HOURLY_CEILING。`,
      }
      await notifyMany(
        trx,
        new Date(now),
        notice,
        admins.map(({ id }) => id),
      )
    })
    log.warn({ sent, ceiling }, 'half of the hourly ceiling of codes is used')
  } catch (error) {
    log.error(
      { err: error, sent, ceiling },
      'half of the hourly ceiling of codes is used, and the administrators could not be told',
    )
  }
}
