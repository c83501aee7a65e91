import type { Generated, GeneratedAlways } from 'kysely'
import type { OauthProvider, SecurityEventKind, SmsPurpose } from '#shared/contract/enums.ts'
import type { Json, Timestamp, TimestampByDefault } from './account-tables.ts'

export type SmsChannel = 'SMS' | 'VOICE_CODE'

export interface SignInTables {
  sessions: {
    id: Generated<string>
    userId: number
    tokenHash: Buffer
    channel: Generated<string>
    fingerprint: string | null
    ip: string | null
    userAgent: string | null
    createdAt: TimestampByDefault
    lastSeenAt: TimestampByDefault
    expiresAt: Timestamp
    endedAt: Timestamp | null
    /** 1 logout, 2 superseded, 3 expired, 4 disabled, 5 deregistered, 6 password or phone changed, 7 ended by its owner from another session. */
    endReason: number | null
    endToldAt: Timestamp | null
    /** How it was opened; null for those from before this was kept. */
    method: string | null
    /** When its learner last gave the password or a code to the own phone. */
    verifiedAt: Timestamp | null
  }
  linkTokens: {
    tokenHash: Buffer
    userId: number
    createdAt: TimestampByDefault
    expiresAt: Timestamp
    consumedAt: Timestamp | null
    /** Set while it waits for a choice in the session of another account. */
    choiceId: string | null
    choiceSessionId: string | null
  }
  securityEvents: {
    id: Generated<number>
    userId: number
    kind: SecurityEventKind
    provider: OauthProvider | null
    ip: string | null
    userAgent: string | null
    at: Timestamp
  }
  oauthIdentities: {
    id: Generated<number>
    userId: number
    provider: OauthProvider
    openId: string
    unionId: string | null
    nickname: string | null
    headImg: string | null
    linkedAt: TimestampByDefault
  }
  oauthStates: {
    stateHash: Buffer
    provider: OauthProvider
    purpose: 'login' | 'bind'
    userId: number | null
    browserNonceHash: Buffer
    redirect: string | null
    registerParam: Json<Record<string, unknown>> | null
    createdAt: TimestampByDefault
    expiresAt: Timestamp
    consumedAt: Timestamp | null
  }
  oauthBindTickets: {
    ticketHash: Buffer
    provider: OauthProvider
    openId: string
    unionId: string | null
    profile: Json<Record<string, unknown>> | null
    redirect: string | null
    createdAt: TimestampByDefault
    expiresAt: Timestamp
    consumedAt: Timestamp | null
  }
  captchaChallenges: {
    id: Generated<number>
    token: string
    captchaKey: string | null
    captchaType: 'blockPuzzle' | 'simpleCircle'
    secretKey: string | null
    answerX: number | null
    answerHash: Buffer | null
    /** What an image captcha shows, for reading it out: encrypted under the site's secret. */
    answerSealed: Buffer | null
    /** How often it was read out. */
    heard: Generated<number>
    ip: string | null
    /** The address's /24 or /48; the database makes it. */
    network: GeneratedAlways<string | null>
    createdAt: TimestampByDefault
    expiresAt: Timestamp
    checkedAt: Timestamp | null
    passed: boolean | null
    consumedAt: Timestamp | null
  }
  smsNumbers: { nationCode: number; phone: string; touchedAt: Timestamp }
  smsCodes: {
    id: Generated<number>
    nationCode: number
    phone: string
    purpose: SmsPurpose
    channel: SmsChannel
    codeHash: Buffer
    userId: number | null
    attempts: Generated<number>
    /** Hash of the browser's secret that asked; null: nobody's. */
    browserHash: Buffer | null
    ip: string | null
    /** A captcha was solved for it, so a call may follow without another. */
    withCaptcha: Generated<boolean>
    sentAt: TimestampByDefault
    expiresAt: Timestamp
    usedAt: Timestamp | null
    replacedAt: Timestamp | null
    /** The message could not be sent. */
    failedAt: Timestamp | null
  }
  smsOutbox: {
    id: Generated<number>
    nationCode: number
    phone: string
    channel: SmsChannel
    content: string
    sentAt: Timestamp
  }
  /** Browsers in which an account was signed into. */
  knownBrowsers: { userId: number; browserHash: Buffer; usedAt: Timestamp }
  flowTickets: {
    ticketHash: Buffer
    purpose: 'resetPassword' | 'rebindPhone'
    userId: number
    createdAt: TimestampByDefault
    expiresAt: Timestamp
    consumedAt: Timestamp | null
  }
  loginEvents: {
    id: Generated<number>
    userId: number | null
    accountHash: Buffer | null
    method: string
    code: number
    ip: string | null
    fingerprint: string | null
    at: TimestampByDefault
  }
  userAttributions: {
    userId: number
    inviteUserId: number | null
    clueUserId: number | null
    source: string | null
    createdAt: TimestampByDefault
  }
  agreementAcceptances: {
    id: Generated<number>
    userId: number
    agreementId: number
    acceptedAt: Timestamp
    ip: string | null
    context: 'register' | 'login' | 'oauth' | 'order'
  }
}
