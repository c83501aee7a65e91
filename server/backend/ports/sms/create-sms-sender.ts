import type { Clock } from '#server/backend/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Config } from '#server/config.ts'
import { createAliyunSender } from './aliyun-sender.ts'
import { createOutboxSender } from './outbox-sender.ts'
import type { SmsSender } from './sms-sender.ts'
import { createTencentSender } from './tencent-sender.ts'

/** The sender that the configuration names. */
export function createSmsSender({ sms, brand }: Pick<Config, 'sms' | 'brand'>, { db, clock }: { readonly db: Database; readonly clock: Clock }): SmsSender {
  if (sms.provider === 'aliyun') return createAliyunSender(sms, clock)
  if (sms.provider === 'tencent') return createTencentSender(sms, clock)
  return createOutboxSender({ db, clock, brandName: brand.name })
}
