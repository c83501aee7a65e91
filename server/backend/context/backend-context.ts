import type { AccountObstacle } from './account-obstacle.ts'
import type { Config } from '#server/config/config.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { Background } from '#server/backend/base/background.ts'
import type { CaptchaDrawing } from '#server/backend/context/captcha-drawing.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { MessageRate } from './message-rate.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { ImEngine } from '#server/backend/ports/im/im-engine.ts'
import type { OauthClient } from '#server/backend/ports/oauth/oauth-client.ts'
import type { PaymentFlights } from './open-payment.ts'
import type { PayProviders } from '#server/backend/ports/pay/pay-provider.ts'
import type { SupportPort } from '#server/backend/ports/support/support-port.ts'
import type { SmsSender } from '#server/backend/ports/sms/sms-sender.ts'
import type { ObjectStorage } from '#server/backend/ports/storage/storage.ts'
import type { SharedWrites } from './shared-writes.ts'
import type { PurgePages } from './purge-pages.ts'
import type { SearchQueue } from '#server/backend/db/search-queue.ts'
import type { Clock, Ids, Log } from '#server/backend/base/parts.ts'
import type { KeyedHash } from '#server/backend/base/secret.ts'

/** Who calls, once logged in. */
export interface Session {
  /** Key of the session itself, not its token. */
  readonly id: string
  readonly userId: number
  /** Holds a staff role, or is an administrator. */
  readonly isStaff: boolean
  readonly isAdmin: boolean
  readonly roles: readonly StaffRole[]
}

/** What is known of the browser that calls. */
export interface Caller {
  /** Sessions of different channels live beside each other; the site's proxy speaks for the PC site. */
  readonly channel: 'pcSite'
  /** At most 256 characters. */
  readonly userAgent: string
  /** The browser's own visitor id, or null; nothing is allowed because of it. */
  readonly fingerprint: string | null
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The token of the live session that calls, by whichever way it came; undefined for visitors. */
  readonly sessionToken?: string | undefined
}

/** What goes out beside the envelope. */
export interface Reply {
  /** One whole Set-Cookie line. */
  setCookie(line: string): void
}

/** The long-lived things of a backend process. */
export interface BackendContext {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly ids: Ids
  readonly db: Database
  /** Opens a transaction for one step; refused inside another one. */
  tx<T>(work: (trx: DatabaseTransaction) => Promise<T>): Promise<T>
  readonly limits: Limits
  /** Every search goes through it. */
  readonly searches: SearchQueue
  /** Hashes under the site's secret. */
  readonly hash: KeyedHash
  readonly passwords: PasswordHasher
  /** Codes to phones, by message or call. */
  readonly sms: SmsSender
  /** QQ and WeChat, as far as they can be used. */
  readonly oauth: OauthClient
  /** Who takes money and gives it back; never asked inside a transaction. */
  readonly pay: PayProviders
  /** Pictures and sounds of captchas. */
  readonly captchas: CaptchaDrawing
  /** Files: what users send, and what is made for them. */
  readonly storage: ObjectStorage
  readonly background: Background
  /** Payments that are being opened at providers. */
  readonly payFlights: PaymentFlights
  readonly purge: PurgePages
  /** Waits until pages that were purged before are gone in the web processes; false when that takes longer than so many ms. */
  readonly purged: (patienceMs: number) => Promise<boolean>
  /** Wakes background jobs; after the commit of what they are to find. */
  readonly jobs: Jobs
  /** Carries the chat of rooms; what is said goes through `im/` first. */
  readonly im: ImEngine
  readonly messageRate: MessageRate
  /** Writes that may be sent again to another process. */
  readonly sharedWrites: SharedWrites
  /** Who answers learners: the school's own window, or a service elsewhere. */
  readonly support: SupportPort
  /** What stands in the way of an account's end. */
  readonly accountObstacles: readonly AccountObstacle[]
}

/** What a handler is given: `db` is the open transaction where the endpoint declares one. */
export interface CallContext extends BackendContext {
  /** The client's address as the site's proxy gives it. */
  readonly address: string
  readonly caller: Caller
  /** The call itself, for the audit. */
  readonly route: string
  readonly reply: Reply
}
