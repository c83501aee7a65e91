import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Service } from '#shared/contract/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  type AccountConfig,
  accountSettings,
  readAccountConfig,
  readSessionConfig,
  type SessionConfig,
} from './account-config.ts'
import { type BrandConfig, brandSettings, readBrandConfig } from './brand-config.ts'
import { type CacheConfig, cacheSettings, readCacheConfig } from './cache-config.ts'
import { forumSettings } from './forum-config.ts'
import { type ClassroomConfig, classroomSettings, readClassroomConfig } from './classroom-config.ts'
import { ConfigError } from './config-error.ts'
import { type ConnectionConfig, connectionSettings, readConnectionConfig } from './connection-config.ts'
import { isLoopbackName } from './loopback-name.ts'
import { type OauthConfig, oauthSettings, readOauthConfig } from './oauth-config.ts'
import { type PayConfig, paySettings, readPayConfig } from './pay-config.ts'
import { checkSettings } from './required-settings.ts'
import { readSearchEngineConfig, type SearchEngineConfig, searchEngineSettings } from './search-engine-config.ts'
import {
  flag,
  integer,
  listOf,
  matching,
  optionalFlag,
  type Setting,
  serviceUrl,
  setting,
  text,
  type Values,
} from './setting.ts'
import { isDeveloperEnv, type SiteEnv } from './site-env.ts'
import { readSmsConfig, type SmsConfig, smsSettings } from './sms-config.ts'
import { type CeilingConfig, readCeilings, staffSettings } from './staff-config.ts'
import { readStorageConfig, type StorageConfig, storageSettings } from './storage-config.ts'
import { readSupportConfig, type SupportConfig, supportSettings } from './support-config.ts'

export { ConfigError, type SiteEnv }

/** Cookie names of a session: the first on https, the second on http, where the prefix isn't allowed. Only one of them is ever read. */
export const sessionCookieNames = ['__Host-session', 'session'] as const

const siteSettings = {
  PORT: setting(integer(3000, 0, 65_535), 'port of the site; 0 picks a free one'),
  HOST: setting(z.optional(z.string()), 'address to listen on', '127.0.0.1 in development and test, else 0.0.0.0'),
  ORIGIN: setting(
    z.optional(
      z.string().check(
        z.regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as https://www.example.com'),
        z.refine((value) => URL.canParse(value), 'must be an origin such as https://www.example.com'),
      ),
    ),
    'the one canonical origin: canonical links, sitemap, cache keys',
    '`http://HOST:PORT`',
  ),
  ALLOWED_HOSTS: setting(
    text(''),
    'further `host[:port]` values that are answered, separated by commas; others get 421',
  ),
  DATA_DIR: setting(
    text('.data'),
    'everything that the embedded default writes: database, sockets, locks; for one running site, on a disk that can lock files',
  ),
  DATABASE_URL: setting(
    matching(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
    'a PostgreSQL server (15 or newer) instead of the embedded database',
  ),
  REDIS_URL: setting(
    matching(/^rediss?:\/\//, 'must begin with redis://'),
    "tells purges to the processes of other machines; shares counters. When it can't be reached no code is sent; joins the rooms of several backends; a write sent again to another of them is done once",
  ),
  SITE_ENV: setting(
    z._default(z.enum(['development', 'test', 'pre-release', 'production']), 'development'),
    "development, test, pre-release or production; pre-release insists on `OPS_TOKEN` and `SMS_PROVIDER`, production on https `ORIGIN`, `DATABASE_URL` and `SECRET`, too. The demo's accounts, the providers that come along and `/dev` exist in development and test only",
  ),
  SITE_ENV_LABEL: setting(z.optional(z.string()), 'label before page titles outside production', 'the environment'),
  SEED: setting(
    z.optional(z.enum(['demo', 'none'])),
    "`none` gives an empty database only what a site can't be without (see Operations); production refuses `demo`, pre-release has it without accounts",
    'none in production, else demo',
  ),
  SECRET: setting(
    z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
    'at least 32 characters; key of hashed codes, numbers and signed addresses; the same for every backend of a database',
    'one kept in `DATA_DIR`',
  ),
  WORKERS: setting(integer(1, 1, 64), 'web processes'),
  TRUST_PROXY: setting(integer(0, 0, 10), 'number of proxies in front whose `X-Forwarded-For` is believed'),
  COMPANY_IP_RANGES: setting(text(''), "CIDR ranges of the company's own network"),
  OPS_TOKEN: setting(
    z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
    'bearer token for `/ops` and `/metrics`; unset, `/ops` answers 404, and `/metrics` outside development',
  ),
  LOG_LEVEL: setting(
    z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
    'trace to fatal, or silent',
  ),
  ACCESS_LOG: setting(flag(true), 'request log lines'),
  CHECK_ANSWERS: setting(
    optionalFlag,
    'every answer of a call is held against its contract; one that breaks it is a fault (500)',
    'true in development and test, else false',
  ),
  DEV_RELOAD: setting(flag(false), 'set by `npm run dev`; in development and test only'),
  AVIF: setting(
    optionalFlag,
    "a process of lowest priority encodes AVIFs of the seed's pictures and of uploads in `DATA_DIR`, one at a time and only while the machine has time; browsers that take them get them at the same addresses",
    'true, false in test',
  ),
  ORDER_UNPAID_MINUTES: setting(
    integer(30, 1, 7 * 24 * 60),
    'an order that is not paid by then is closed and gives back its seat, coupon and deposit',
  ),
}

/** Services behind `/api` that lie elsewhere. */
const serviceSettings = {
  MAIN_SITE_URL: setting(
    serviceUrl,
    'base address of the service behind `/api` that most calls go to; `unix:/path` is a socket',
    'embedded backend',
  ),
  PLAY_URL: setting(serviceUrl, 'the same for rooms and films', 'embedded backend'),
  PAYCENTER_URL: setting(serviceUrl, 'the same for payments', 'embedded backend'),
  MIND_LIVE_URL: setting(serviceUrl, 'the same for live data', 'embedded backend'),
  AD_SERVER_URL: setting(serviceUrl, 'the same for promotion and reports', 'embedded backend'),
}

const settings = {
  ...siteSettings,
  ...serviceSettings,
  ...connectionSettings,
  ...cacheSettings,
  ...brandSettings,
  ...supportSettings,
  ...searchEngineSettings,
  ...accountSettings,
  ...smsSettings,
  ...oauthSettings,
  ...paySettings,
  ...staffSettings,
  ...classroomSettings,
  ...forumSettings,
  ...storageSettings,
}

/** Every environment variable of the project by subject, in the order of the documentation: the one list of what is read. */
export const settingGroups: readonly (readonly [title: string, group: Readonly<Record<string, Setting>>])[] = [
  ['The site', siteSettings],
  ['Services elsewhere', serviceSettings],
  ['Connections', connectionSettings],
  ['Pages and their cache', cacheSettings],
  ['The school', brandSettings],
  ['Customer service', supportSettings],
  ['Search engines', searchEngineSettings],
  ['Accounts', accountSettings],
  ['Codes by message and call', smsSettings],
  ['Sign-in by QQ and WeChat', oauthSettings],
  ['Payment', paySettings],
  ['What staff may give away', staffSettings],
  ['Classroom', classroomSettings],
  ['Forum', forumSettings],
  ['Uploads', storageSettings],
]

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
  readonly connections: ConnectionConfig
  /** By which the times are multiplied that a page waits for its data. */
  readonly pageWaitFactor: number
  readonly cache: CacheConfig
  readonly brand: BrandConfig
  readonly support: SupportConfig
  readonly searchEngines: SearchEngineConfig
  readonly companyIpRanges: readonly string[]
  readonly opsToken: string | undefined
  readonly logLevel: string
  readonly accessLog: boolean
  /** Whether every answer of a call is held against its contract, which costs as much as many a call. */
  readonly checkAnswers: boolean
  /** Set by `npm run dev`: open pages learn of new builds. */
  readonly devReload: boolean
  /** Whether a process beside the site encodes AVIFs of its pictures. */
  readonly avif: boolean
  /** Key of hashes and signed addresses; undefined: the backend keeps one of its own in the data folder. */
  readonly secret: string | undefined
  readonly session: SessionConfig
  readonly accounts: AccountConfig
  /** An order that isn't paid after so long is closed. */
  readonly orders: { readonly unpaidMinutes: number }
  readonly sms: SmsConfig
  readonly oauth: OauthConfig
  readonly pay: PayConfig
  readonly classroom: ClassroomConfig
  /** What is decided in the forum is told so long afterwards. */
  readonly forumTellSeconds: number
  readonly ceilings: CeilingConfig
  readonly storage: StorageConfig
  /** The clamd that looks at every upload: `tcp://host:port` or `unix:/path`. */
  readonly scannerUrl: string | undefined
}

type Raw = Values<typeof settings>

/** What is wrong in words; never the value itself, which may be a secret that was put into the wrong variable. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return issue.message === 'Invalid input' ? 'has a wrong value' : issue.message
}

function readVariables(env: Readonly<Record<string, string | undefined>>): Raw {
  const raw = new Map<string, unknown>()
  for (const [name, { schema }] of Object.entries<Setting>(settings)) {
    const value = ownValue(env, name)?.trim()
    const result = schema.safeParse(value === '' ? undefined : value)
    if (!result.success) {
      const issue = result.error.issues[0]
      throw new ConfigError(`${name} can't be used: it ${issue ? reasonOf(issue) : 'has a wrong value'}.`)
    }
    raw.set(name, result.data)
  }
  return Object.fromEntries(raw) as Raw
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
    allowedHosts: [
      ...new Set([originHost, ...listOf(raw.ALLOWED_HOSTS), ...local].map((value) => value.toLowerCase())),
    ],
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
    connections: readConnectionConfig(raw, { isBehindProxy: raw.TRUST_PROXY > 0, drainSeconds: developers ? 0 : 5 }),
    pageWaitFactor: raw.PAGE_WAIT_FACTOR / 100,
    cache: readCacheConfig(raw),
    brand: readBrandConfig(raw),
    support: readSupportConfig(raw),
    searchEngines: readSearchEngineConfig(raw, raw.SITE_ENV !== 'pre-release'),
    companyIpRanges: listOf(raw.COMPANY_IP_RANGES),
    opsToken: raw.OPS_TOKEN,
    logLevel: raw.LOG_LEVEL,
    accessLog: raw.ACCESS_LOG,
    checkAnswers: raw.CHECK_ANSWERS ?? developers,
    devReload: raw.DEV_RELOAD,
    avif: raw.AVIF ?? raw.SITE_ENV !== 'test',
    secret: raw.SECRET,
    session: readSessionConfig(raw),
    accounts: readAccountConfig(raw),
    orders: { unpaidMinutes: raw.ORDER_UNPAID_MINUTES },
    sms: readSmsConfig(raw),
    oauth: readOauthConfig(raw, raw.SITE_ENV),
    pay: readPayConfig(raw),
    classroom: readClassroomConfig(raw, new URL(origin).hostname),
    forumTellSeconds: raw.FORUM_TELL_SECONDS,
    ceilings: readCeilings(raw),
    storage: readStorageConfig(raw),
    scannerUrl: raw.SCANNER_URL,
  })
}
