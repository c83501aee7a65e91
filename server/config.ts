import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Service } from '#shared/contract/endpoint.ts'

/** A wrong setting; its message is one sentence for the person who starts the site. */
export class ConfigError extends Error {}

const flag = (byDefault: boolean) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^(true|false|1|0|yes|no)$/, 'must be true or false')), String(byDefault)),
    z.transform((value: string) => /^(true|1|yes)$/.test(value)),
  )
const integer = (byDefault: number, from: number, to: number) =>
  z.pipe(z._default(z.string().check(z.regex(/^\d+$/, 'must be a whole number')), String(byDefault)), z.pipe(z.transform(Number), z.int().check(z.gte(from), z.lte(to))))
const url = z.optional(z.string().check(z.regex(/^(https?:\/\/|unix:)\S+$/, 'must begin with http://, https:// or unix:')))
const text = (byDefault: string) => z._default(z.string(), byDefault)

/**
 * Every environment variable of the project, its check and its default: the one reader of `process.env`.
 * README lists them with their meaning.
 */
export const variables = {
  PORT: integer(3000, 0, 65_535),
  HOST: z.optional(z.string()),
  ORIGIN: z.optional(z.string().check(z.regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as https://www.example.com'))),
  ALLOWED_HOSTS: text(''),
  DATA_DIR: text('.data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\//, 'must begin with redis://'))),
  SITE_ENV: z._default(z.enum(['development', 'test', 'pre-release', 'production']), 'development'),
  SITE_ENV_LABEL: z.optional(z.string()),
  WORKERS: integer(1, 1, 64),
  TRUST_PROXY: integer(0, 0, 10),
  SEED: z._default(z.enum(['demo', 'none']), 'demo'),
  MAIN_SITE_URL: url,
  PLAY_URL: url,
  PAYCENTER_URL: url,
  MIND_LIVE_URL: url,
  AD_SERVER_URL: url,
  CACHE_MAX_BYTES: integer(64 * 1024 * 1024, 1024 * 1024, 64 * 1024 * 1024 * 1024),
  CACHE_TTL_FACTOR: integer(100, 0, 1000),
  CACHE_NOT_FOUND_SECONDS: integer(10, 0, 10),
  WARM_UP_PAGES: integer(40, 0, 5000),
  BRAND_NAME: text('学园'),
  BRAND_SLOGAN: text('一所教手艺的网上学校。'),
  SERVICE_PHONE: text('020-29075715'),
  SERVICE_HOURS: text('周一至周六 13:00-22:00'),
  FILINGS: text('沪ICP备 00000000 号|https://beian.miit.gov.cn/;沪公网安备 00000000000000 号|https://beian.mps.gov.cn/'),
  QR_MINI: text(''),
  QR_APP: text(''),
  QR_H5: text(''),
  CHAT_SCRIPT: z.optional(z.string().check(z.regex(/^https:\/\//, 'must begin with https://'))),
  CHAT_PAGES: text('/,/classes*,/course*,/college*,/live/list,/article*,/works*,/search'),
  COMPANY_IP_RANGES: text(''),
  OPS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  ACCESS_LOG: flag(true),
  DEV_RELOAD: flag(false),
}

export type SiteEnv = 'development' | 'test' | 'pre-release' | 'production'

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
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly siteEnv: SiteEnv
  /** Put before page titles outside production: development, test, pre-release. */
  readonly envLabel: string
  readonly workers: number
  readonly trustProxy: number
  readonly seed: 'demo' | 'none'
  /** Base address of each service; `unix:/path` is a socket. A missing one is the embedded backend. */
  readonly services: Readonly<Record<Service, string>>
  /** The embedded backend's socket, or undefined when every service lies elsewhere. */
  readonly backendSocket: string | undefined
  readonly cache: { readonly maxBytes: number; readonly ttlFactor: number; readonly notFoundSeconds: number; readonly warmUpPages: number }
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
  readonly companyIpRanges: readonly string[]
  readonly opsToken: string | undefined
  readonly logLevel: string
  readonly accessLog: boolean
  /** Set by `npm run dev`: open pages learn of new builds. */
  readonly devReload: boolean
}

type Raw = { [K in keyof typeof variables]: z.output<(typeof variables)[K]> }

function readVariables(env: Readonly<Record<string, string | undefined>>): Raw {
  const raw: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(variables)) {
    const value = env[name]?.trim()
    const result = (schema as z.ZodMiniType).safeParse(value === '' ? undefined : value)
    if (!result.success) {
      const issue = result.error.issues[0]
      throw new ConfigError(`${name} is set to "${value ?? ''}", which can't be used: ${issue?.message ?? 'wrong value'}.`)
    }
    raw[name] = result.data
  }
  return raw as Raw
}

function list(value: string): string[] {
  return value.split(',').map((part) => part.trim()).filter(Boolean)
}

/** Turns environment variables into the one frozen configuration; throws `ConfigError` with one clear sentence. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const raw = readVariables(env)
  const production = raw.SITE_ENV === 'production'
  const host = raw.HOST ?? (raw.SITE_ENV === 'development' || raw.SITE_ENV === 'test' ? '127.0.0.1' : '0.0.0.0')
  if (production) {
    for (const name of ['ORIGIN', 'OPS_TOKEN', 'DATABASE_URL'] as const) if (!raw[name]) throw new ConfigError(`${name} must be set when SITE_ENV is production.`)
    if (!raw.ORIGIN?.startsWith('https://')) throw new ConfigError('ORIGIN must begin with https:// when SITE_ENV is production.')
  }
  const origin = raw.ORIGIN ?? `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? 'localhost' : host}:${raw.PORT}`
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
    distDir: import.meta.dirname.endsWith(join('dist', 'server')) ? resolve(import.meta.dirname, '..') : resolve(import.meta.dirname, '..', 'dist'),
    databaseUrl: raw.DATABASE_URL,
    redisUrl: raw.REDIS_URL,
    siteEnv: raw.SITE_ENV,
    envLabel: production ? '' : (raw.SITE_ENV_LABEL ?? raw.SITE_ENV),
    workers: raw.WORKERS,
    trustProxy: raw.TRUST_PROXY,
    seed: raw.SEED,
    services,
    backendSocket: Object.values(services).includes(embedded) ? embedded.slice('unix:'.length) : undefined,
    cache: { maxBytes: raw.CACHE_MAX_BYTES, ttlFactor: raw.CACHE_TTL_FACTOR / 100, notFoundSeconds: raw.CACHE_NOT_FOUND_SECONDS, warmUpPages: raw.WARM_UP_PAGES },
    brand: {
      name: raw.BRAND_NAME,
      slogan: raw.BRAND_SLOGAN,
      servicePhone: raw.SERVICE_PHONE,
      serviceHours: raw.SERVICE_HOURS,
      filings: raw.FILINGS.split(';').filter(Boolean).map((filing) => {
        const [label = '', link = ''] = filing.split('|')
        return { text: label.trim(), url: link.trim() }
      }),
      qr: { mini: raw.QR_MINI, app: raw.QR_APP, h5: raw.QR_H5 },
      chatScript: raw.CHAT_SCRIPT,
      chatPages: list(raw.CHAT_PAGES),
    },
    companyIpRanges: list(raw.COMPANY_IP_RANGES),
    opsToken: raw.OPS_TOKEN,
    logLevel: raw.LOG_LEVEL,
    accessLog: raw.ACCESS_LOG,
    devReload: raw.DEV_RELOAD,
  })
}
