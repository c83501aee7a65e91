import type { Clock } from '#server/backend/base/parts.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Config } from '#server/config/config.ts'
import { createAliyunSender } from './aliyun-sender.ts'
import { createOutboxSender } from './outbox-sender.ts'
import type { SmsSender } from './sms-sender.ts'
import { createTencentSender } from './tencent-sender.ts'

export interface SmsSenderParts {
  readonly db: Database
  readonly clock: Clock
  /** Writes one line to the log as it stands; the logger itself takes numbers and codes out of its lines. */
  readonly print?: (line: string) => void
}

/** The sender that the configuration names. */
export function createSmsSender(
  { sms, brand, printsCodes }: Pick<Config, 'sms' | 'brand' | 'printsCodes'>,
  { db, clock, print = console.log }: SmsSenderParts,
): SmsSender {
  if (sms.provider === 'aliyun') return createAliyunSender(sms, clock)
  if (sms.provider === 'tencent') return createTencentSender(sms, clock)
  return createOutboxSender({ db, clock, brandName: brand.name, print: printsCodes ? print : undefined })
}
