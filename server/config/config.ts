import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type ClassroomConfig, classroomVariables, readClassroomConfig } from '#server/config/classroom-config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { isLoopbackName } from './loopback-name.ts'
import { type PayConfig, payVariables, readPayConfig } from '#server/config/pay-config.ts'
import { checkSettings } from '#server/config/required-settings.ts'
import {
  readSearchEngineConfig,
  type SearchEngineConfig,
  searchEngineVariables,
} from '#server/config/search-engine-config.ts'
import { isDeveloperEnv, type SiteEnv } from '#server/config/site-env.ts'
import { type CeilingConfig, readCeilings, staffVariables } from '#server/config/staff-config.ts'
import type { Service } from '#shared/contract/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'

export { ConfigError, type SiteEnv }

/** Cookie names of a session: the first on https, the second on http, where the prefix isn't allowed. Only one of them is ever read. */
export const sessionCookieNames = ['__Host-session', 'session'] as const

const flag = (byDefault: boolean) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^(true|false|1|0|yes|no)$/, 'must be true or false')), String(byDefault)),
    z.transform((value: string) => /^(true|1|yes)$/.test(value)),
  )
const integer = (byDefault: number, from: number, to: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d+$/, 'must be a whole number')), String(byDefault)),
    z.pipe(z.transform(Number), z.int().check(z.gte(from), z.lte(to))),
  )
const url = z.optional(
  z.string().check(
    z.regex(/^(https?:\/\/|unix:)\S+$/, 'must begin with http://, https:// or unix:'),
    z.refine((value) => value.startsWith('unix:') || URL.canParse(value), 'must be a whole address'),
  ),
)
const text = (byDefault: string) => z._default(z.string(), byDefault)

/**
 * Every environment variable of the project, its check and its default: the one reader of `process.env`.
 * README lists them with their meaning.
 */
export const variables = {
  PORT: integer(3000, 0, 65_535),
  HOST: z.optional(z.string()),
  ORIGIN: z.optional(
    z.string().check(
      z.regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as https://www.example.com'),
      z.refine((value) => URL.canParse(value), 'must be an origin such as https://www.example.com'),
    ),
  ),
  ALLOWED_HOSTS: text(''),
  DATA_DIR: text('.data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\//, 'must begin with redis://'))),
  SITE_ENV: z._default(z.enum(['development', 'test', 'pre-release', 'production']), 'development'),
  SITE_ENV_LABEL: z.optional(z.string()),
  WORKERS: integer(1, 1, 64),
  TRUST_PROXY: integer(0, 0, 10),
  SEED: z.optional(z.enum(['demo', 'none'])),
  MAIN_SITE_URL: url,
  PLAY_URL: url,
  PAYCENTER_URL: url,
  MIND_LIVE_URL: url,
  AD_SERVER_URL: url,
  MAX_CONNECTIONS: integer(4000, 2, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: integer(500, 0, 1_000_000),
  HEADERS_TIMEOUT_MS: integer(20_000, 50, 600_000),
  REQUEST_TIMEOUT_MS: integer(30_000, 50, 3_600_000),
  KEEP_ALIVE_TIMEOUT_MS: integer(65_000, 50, 3_600_000),
  SLOW_READER_MS: integer(30_000, 50, 600_000),
  DRAIN_SECONDS: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number of at most 999')), z.transform(Number)),
  ),
  UNREAD_MAX_BYTES: integer(64 * 1024 * 1024, 1024, 64 * 1024 * 1024 * 1024),
  CACHE_MAX_BYTES: integer(64 * 1024 * 1024, 1024 * 1024, 64 * 1024 * 1024 * 1024),
  CACHE_TTL_FACTOR: integer(100, 0, 1000),
  PAGE_WAIT_FACTOR: integer(100, 10, 2000),
  CACHE_NOT_FOUND_SECONDS: integer(10, 0, 10),
  SHARE_PICTURES_MAX_BYTES: integer(256 * 1024 * 1024, 1024 * 1024, 64 * 1024 * 1024 * 1024),
  WARM_UP_PAGES: integer(40, 0, 5000),
  BRAND_NAME: text('学园'),
  BRAND_SLOGAN: text('一所教手艺的网上学校。'),
  SERVICE_PHONE: text('020-29075715'),
  SERVICE_HOURS: text('周一至周六 13:00-22:00'),
  FILINGS: text(
    '沪ICP备 00000000 号|https://beian.miit.gov.cn/;沪公网安备 00000000000000 号|https://beian.mps.gov.cn/',
  ),
  QR_MINI: text(''),
  QR_APP: text(''),
  QR_H5: text(''),
  CHAT_SCRIPT: z.optional(z.string().check(z.regex(/^https:\/\//, 'must begin with https://'))),
  CHAT_PAGES: text('/,/classes*,/course*,/college*,/live/list,/article*,/works*,/search'),
  ...searchEngineVariables,
  COMPANY_IP_RANGES: text(''),
  OPS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  ACCESS_LOG: flag(true),
  DEV_RELOAD: flag(false),
  AVIF: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(true|false|1|0|yes|no)$/, 'must be true or false')),
      z.transform((value: string) => /^(true|1|yes)$/.test(value)),
    ),
  ),
  SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  TOKEN_EXPIRY: integer(580, 1, 1_000_000),
  TOKEN_EXPIRY_UNIT: z._default(z.enum(['second', 'minute', 'hour', 'day']), 'day'),
  SESSION_IDLE_DAYS: integer(30, 1, 3650),
  REGISTRATION: z._default(z.enum(['open', 'closed']), 'open'),
  AGREEMENT_TICKED: flag(true),
  ORDER_UNPAID_MINUTES: integer(30, 1, 7 * 24 * 60),
  ADMIN_URL: z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://'))),
  SMS_PROVIDER: z.optional(z.enum(['outbox', 'aliyun', 'tencent'])),
  SMS_KEY_ID: text(''),
  SMS_KEY_SECRET: text(''),
  SMS_APP_ID: text(''),
  SMS_SIGN_NAME: text(''),
  SMS_TEMPLATE: text(''),
  SMS_CHANGED_TEMPLATE: text(''),
  SMS_VOICE_APP_ID: text(''),
  SMS_VOICE_TEMPLATE: text(''),
  SMS_VOICE_CALLER: text(''),
  SMS_URL: url,
  SMS_VOICE_URL: url,
  SMS_HOURLY_CEILING: integer(1000, 1, 10_000_000),
  OAUTH_PROVIDER: z.optional(z.enum(['embedded', 'real', 'none'])),
  OAUTH_EMBEDDED_URL: url,
  QQ_APP_ID: text(''),
  QQ_APP_KEY: text(''),
  WECHAT_APP_ID: text(''),
  WECHAT_APP_SECRET: text(''),
  ...payVariables,
  ...classroomVariables,
  ...staffVariables,
  SCANNER_URL: z.optional(
    z.string().check(z.regex(/^(tcp:\/\/[^/\s]+:\d+|unix:\/\S+)$/, 'must be tcp://host:port or unix:/path of a clamd')),
  ),
  STORAGE: z._default(z.enum(['local', 's3']), 'local'),
  S3_ENDPOINT: url,
  S3_REGION: text('auto'),
  S3_BUCKET: text(''),
  S3_KEY_ID: text(''),
  S3_KEY_SECRET: text(''),
  S3_PUBLIC_URL: url,
}

export interface Config {
  readonly port: number
  readonly host: string
  /** The one canonical origin; pages, canonical links and the cache key use it. */
  readonly origin: string
  /** Lower-case host[:port] values that are answered; others get 421. */
  readonly allowedHosts: readonly string[]
  readonly dataDir: string
  /** Built files: client assets, pictures, the database template. */
  readonly distDir: string
  /** Disk for drawn pictures for sharing, in bytes. */
  readonly sharePicturesBytes: number
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly siteEnv: SiteEnv
  /** Put before page titles outside production: development, test, pre-release. */
  readonly envLabel: string
  readonly workers: number
  readonly trustProxy: number
  readonly seed: 'demo' | 'none'
  /** Development that listens beyond this machine, in a container above all: the log tells accounts and codes. */
  readonly printsCodes: boolean
  /** Base address of each service; `unix:/path` is a socket. A missing one is the embedded backend. */
  readonly services: Readonly<Record<Service, string>>
  /** The embedded backend's socket, or undefined when every service lies elsewhere. */
  readonly backendSocket: string | undefined
  /** What clients may hold, and for how long (milliseconds); for each web process. */
  readonly connections: {
    readonly most: number
    /** 0: as many as there are; always so behind proxies, which are the peers then. */
    readonly mostPerAddress: number
    /** From the first byte of a request, or from the connection, to the end of the headers. */
    readonly headersMs: number
    /** To the end of the body, and a millisecond more for each of its bytes. */
    readonly requestMs: number
    /** Between two requests: longer than load balancers keep an idle connection, so that it isn't us who closes it under one. */
    readonly keepAliveMs: number
    /** An answer of which nothing is taken for so long is cut. */
    readonly slowReaderMs: number
    /** Memory of answers that wait for slow readers. */
    readonly unreadBytes: number
    /** When the process is asked to end, new connections are still taken for so long, until load balancers have seen it. */
    readonly drainMs: number
  }
  /** By which the times are multiplied that a page waits for its data. */
  readonly pageWaitFactor: number
  readonly cache: {
    readonly maxBytes: number
    readonly ttlFactor: number
    readonly notFoundSeconds: number
    readonly warmUpPages: number
  }
  readonly brand: {
    readonly name: string
    readonly slogan: string
    readonly servicePhone: string
    readonly serviceHours: string
    readonly filings: readonly { text: string; url: string }[]
    readonly qr: { readonly mini: string; readonly app: string; readonly h5: string }
    readonly chatScript: string | undefined
    readonly chatPages: readonly string[]
  }
  readonly searchEngines: SearchEngineConfig
  readonly companyIpRanges: readonly string[]
  readonly opsToken: string | undefined
  readonly logLevel: string
  readonly accessLog: boolean
  /** Set by `npm run dev`: open pages learn of new builds. */
  readonly devReload: boolean
  /** Whether a process beside the site encodes AVIFs of its pictures. */
  readonly avif: boolean
  /** Key of hashes and signed addresses; undefined: the backend keeps one of its own in the data folder. */
  readonly secret: string | undefined
  readonly session: {
    /** The token expiry setting as it is given out, and in seconds: the cookie's and the session's longest life. */
    readonly tokenExpiry: number
    readonly tokenExpiryUnit: 'second' | 'minute' | 'hour' | 'day'
    readonly expirySeconds: number
    /** Without a call for so long the session ends. */
    readonly idleSeconds: number
  }
  readonly accounts: {
    readonly registrationOpen: boolean
    readonly agreementTicked: boolean
    readonly adminUrl: string | undefined
  }
  /** An order that isn't paid after so long is closed. */
  readonly orders: { readonly unpaidMinutes: number }
  readonly sms: SmsConfig
  readonly oauth: OauthConfig
  readonly pay: PayConfig
  readonly classroom: ClassroomConfig
  readonly ceilings: CeilingConfig
  readonly storage: StorageConfig
  /** The clamd that looks at every upload: `tcp://host:port` or `unix:/path`. */
  readonly scannerUrl: string | undefined
}

/** Who sends codes: an outbox on this machine, or one of two clouds. */
export interface SmsConfig {
  readonly provider: 'outbox' | 'aliyun' | 'tencent'
  readonly keyId: string
  readonly keySecret: string
  readonly appId: string
  readonly signName: string
  readonly template: string
  /** Tells a number that its account has another one; empty, nobody is told. */
  readonly changedTemplate: string
  readonly voiceAppId: string
  readonly voiceTemplate: string
  readonly voiceCaller: string
  /** Replace the clouds' own addresses. */
  readonly url: string | undefined
  readonly voiceUrl: string | undefined
  readonly hourlyCeiling: number
}

/** embedded: the identity provider that comes along; real: QQ and WeChat, each when its keys are set; none: no such sign-in. */
export interface OauthConfig {
  readonly kind: 'embedded' | 'real' | 'none'
  /** Address of the embedded provider; the primary process sets it. */
  readonly embeddedUrl: string | undefined
  readonly qq: { readonly appId: string; readonly appKey: string }
  readonly wechat: { readonly appId: string; readonly appSecret: string }
}

/** Where uploads go. */
export interface StorageConfig {
  readonly kind: 'local' | 's3'
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  readonly keyId: string
  readonly keySecret: string
  /** Where the bucket's objects are read; the endpoint when it isn't set. */
  readonly publicUrl: string | undefined
}

type Raw = { [K in keyof typeof variables]: z.output<(typeof variables)[K]> }

/** What is wrong in words; never the value itself, which may be a secret that was put into the wrong variable. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return issue.message === 'Invalid input' ? 'has a wrong value' : issue.message
}

function readVariables(env: Readonly<Record<string, string | undefined>>): Raw {
  const raw = new Map<string, unknown>()
  for (const [name, schema] of Object.entries(variables)) {
    const value = ownValue(env, name)?.trim()
    const result = (schema as z.ZodMiniType).safeParse(value === '' ? undefined : value)
    if (!result.success) {
      const issue = result.error.issues[0]
      throw new ConfigError(`${name} can't be used: it ${issue ? reasonOf(issue) : 'has a wrong value'}.`)
    }
    raw.set(name, result.data)
  }
  return Object.fromEntries(raw) as Raw
}

const secondsOf = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const

/** The embedded provider answers on this machine only: for visitors from elsewhere it is no help. */
function oauthByDefault(raw: Raw): OauthConfig['kind'] {
  if (isDeveloperEnv(raw.SITE_ENV)) return 'embedded'
  return raw.QQ_APP_ID || raw.WECHAT_APP_ID ? 'real' : 'none'
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Turns environment variables into the one frozen configuration; throws `ConfigError` with one clear sentence. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const raw = readVariables(env)
  const production = raw.SITE_ENV === 'production'
  const developers = isDeveloperEnv(raw.SITE_ENV)
  const host = raw.HOST ?? (developers ? '127.0.0.1' : '0.0.0.0')
  checkSettings(raw)
  const origin =
    raw.ORIGIN ?? `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? 'localhost' : host}:${raw.PORT}`
  const originHost = new URL(origin).host
  const dataDir = resolve(raw.DATA_DIR)
  const embedded = `unix:${resolve(dataDir, 'run', 'backend.sock')}`
  const services: Record<Service, string> = {
    site: raw.MAIN_SITE_URL ?? embedded,
    play: raw.PLAY_URL ?? embedded,
    paycenter: raw.PAYCENTER_URL ?? embedded,
    mindLive: raw.MIND_LIVE_URL ?? embedded,
    adServer: raw.AD_SERVER_URL ?? embedded,
  }
  const local = production ? [] : [`localhost:${raw.PORT}`, `127.0.0.1:${raw.PORT}`, `[::1]:${raw.PORT}`]
  return Object.freeze({
    port: raw.PORT,
    host,
    origin,
    allowedHosts: [...new Set([originHost, ...list(raw.ALLOWED_HOSTS), ...local].map((value) => value.toLowerCase()))],
    dataDir,
    distDir: import.meta.dirname.endsWith(join('dist', 'server'))
      ? resolve(import.meta.dirname, '..')
      : resolve(import.meta.dirname, '..', '..', 'dist'),
    sharePicturesBytes: raw.SHARE_PICTURES_MAX_BYTES,
    databaseUrl: raw.DATABASE_URL,
    redisUrl: raw.REDIS_URL,
    siteEnv: raw.SITE_ENV,
    envLabel: production ? '' : (raw.SITE_ENV_LABEL ?? raw.SITE_ENV),
    workers: raw.WORKERS,
    trustProxy: raw.TRUST_PROXY,
    seed: raw.SEED ?? (production ? 'none' : 'demo'),
    printsCodes: raw.SITE_ENV === 'development' && !isLoopbackName(host),
    services,
    backendSocket: Object.values(services).includes(embedded) ? embedded.slice('unix:'.length) : undefined,
    connections: {
      most: raw.MAX_CONNECTIONS,
      mostPerAddress: raw.TRUST_PROXY > 0 ? 0 : raw.MAX_CONNECTIONS_PER_ADDRESS,
      headersMs: raw.HEADERS_TIMEOUT_MS,
      requestMs: raw.REQUEST_TIMEOUT_MS,
      keepAliveMs: raw.KEEP_ALIVE_TIMEOUT_MS,
      slowReaderMs: raw.SLOW_READER_MS,
      unreadBytes: raw.UNREAD_MAX_BYTES,
      drainMs: (raw.DRAIN_SECONDS ?? (developers ? 0 : 5)) * 1000,
    },
    pageWaitFactor: raw.PAGE_WAIT_FACTOR / 100,
    cache: {
      maxBytes: raw.CACHE_MAX_BYTES,
      ttlFactor: raw.CACHE_TTL_FACTOR / 100,
      notFoundSeconds: raw.CACHE_NOT_FOUND_SECONDS,
      warmUpPages: raw.WARM_UP_PAGES,
    },
    brand: {
      name: raw.BRAND_NAME,
      slogan: raw.BRAND_SLOGAN,
      servicePhone: raw.SERVICE_PHONE,
      serviceHours: raw.SERVICE_HOURS,
      filings: raw.FILINGS.split(';')
        .filter(Boolean)
        .map((filing) => {
          const [label = '', link = ''] = filing.split('|')
          return { text: label.trim(), url: link.trim() }
        }),
      qr: { mini: raw.QR_MINI, app: raw.QR_APP, h5: raw.QR_H5 },
      chatScript: raw.CHAT_SCRIPT,
      chatPages: list(raw.CHAT_PAGES),
    },
    searchEngines: readSearchEngineConfig(raw, raw.SITE_ENV !== 'pre-release'),
    companyIpRanges: list(raw.COMPANY_IP_RANGES),
    opsToken: raw.OPS_TOKEN,
    logLevel: raw.LOG_LEVEL,
    accessLog: raw.ACCESS_LOG,
    devReload: raw.DEV_RELOAD,
    avif: raw.AVIF ?? raw.SITE_ENV !== 'test',
    secret: raw.SECRET,
    session: {
      tokenExpiry: raw.TOKEN_EXPIRY,
      tokenExpiryUnit: raw.TOKEN_EXPIRY_UNIT,
      expirySeconds: raw.TOKEN_EXPIRY * secondsOf[raw.TOKEN_EXPIRY_UNIT],
      idleSeconds: raw.SESSION_IDLE_DAYS * secondsOf.day,
    },
    accounts: {
      registrationOpen: raw.REGISTRATION === 'open',
      agreementTicked: raw.AGREEMENT_TICKED,
      adminUrl: raw.ADMIN_URL,
    },
    orders: { unpaidMinutes: raw.ORDER_UNPAID_MINUTES },
    sms: {
      provider: raw.SMS_PROVIDER ?? 'outbox',
      keyId: raw.SMS_KEY_ID,
      keySecret: raw.SMS_KEY_SECRET,
      appId: raw.SMS_APP_ID,
      signName: raw.SMS_SIGN_NAME,
      template: raw.SMS_TEMPLATE,
      changedTemplate: raw.SMS_CHANGED_TEMPLATE,
      voiceAppId: raw.SMS_VOICE_APP_ID,
      voiceTemplate: raw.SMS_VOICE_TEMPLATE,
      voiceCaller: raw.SMS_VOICE_CALLER,
      url: raw.SMS_URL,
      voiceUrl: raw.SMS_VOICE_URL,
      hourlyCeiling: raw.SMS_HOURLY_CEILING,
    },
    oauth: {
      kind: raw.OAUTH_PROVIDER ?? oauthByDefault(raw),
      embeddedUrl: raw.OAUTH_EMBEDDED_URL,
      qq: { appId: raw.QQ_APP_ID, appKey: raw.QQ_APP_KEY },
      wechat: { appId: raw.WECHAT_APP_ID, appSecret: raw.WECHAT_APP_SECRET },
    },
    pay: readPayConfig(raw),
    classroom: readClassroomConfig(raw, new URL(origin).hostname),
    ceilings: readCeilings(raw),
    storage: {
      kind: raw.STORAGE,
      endpoint: raw.S3_ENDPOINT,
      region: raw.S3_REGION,
      bucket: raw.S3_BUCKET,
      keyId: raw.S3_KEY_ID,
      keySecret: raw.S3_KEY_SECRET,
      publicUrl: raw.S3_PUBLIC_URL,
    },
    scannerUrl: raw.SCANNER_URL,
  })
}
