import type { Clock } from '#server/backend/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Config } from '#server/config.ts'
import { createOutboxSender } from './outbox-sender.ts'
import type { SmsSender } from './sms-sender.ts'

/** The sender that the configuration names. */
export function createSmsSender(config: Pick<Config, 'sms' | 'brand'>, { db, clock }: { readonly db: Database; readonly clock: Clock }): SmsSender {
  return createOutboxSender({ db, clock, brandName: config.brand.name })
}
