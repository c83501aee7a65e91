import { ownValue } from '#shared/own-value.ts'
import { ConfigError } from './config-error.ts'
import { isDeveloperEnv, type SiteEnv } from './site-env.ts'

/** The settings that others depend on, as they were read. */
export interface DependentSettings {
  readonly SITE_ENV: SiteEnv
  readonly ORIGIN: string | undefined
  readonly SEED: 'demo' | 'none' | undefined
  readonly DEV_RELOAD: boolean
  readonly SMS_PROVIDER: 'outbox' | 'aliyun' | 'tencent' | undefined
  readonly OAUTH_PROVIDER: 'embedded' | 'real' | 'none' | undefined
  readonly PAY_PROVIDER: 'embedded' | 'real' | 'none' | undefined
  readonly STORAGE: 'local' | 's3'
  readonly QQ_APP_ID: string
  readonly WECHAT_APP_ID: string
  readonly CHAT_INBOX_URL: string | undefined
}

interface Demand {
  readonly names: readonly string[]
  readonly when: string
}

const smsSettings = ['SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE']

const inboxSettings = ['CHAT_INBOX_TOKEN', 'CHAT_INBOX_IDENTITY_KEY', 'CHAT_INBOX_SECRET']

/** What each choice asks for; the environment comes first. */
function demandsOf(settings: DependentSettings): Demand[] {
  const { SITE_ENV: siteEnv, SMS_PROVIDER: sms, OAUTH_PROVIDER: oauth } = settings
  const demands: Demand[] = []
  const add = (asked: boolean, names: readonly string[], when: string): void => {
    if (asked) demands.push({ names, when })
  }
  const everywhere = ['OPS_TOKEN', 'SMS_PROVIDER']
  add(siteEnv === 'pre-release', everywhere, 'SITE_ENV is pre-release')
  add(siteEnv === 'production', ['ORIGIN', 'DATABASE_URL', 'SECRET', ...everywhere], 'SITE_ENV is production')
  add(sms === 'aliyun', smsSettings, 'SMS_PROVIDER is aliyun')
  add(sms === 'tencent', [...smsSettings, 'SMS_APP_ID'], 'SMS_PROVIDER is tencent')
  add(settings.QQ_APP_ID !== '', ['QQ_APP_KEY'], 'QQ_APP_ID is set')
  add(settings.WECHAT_APP_ID !== '', ['WECHAT_APP_SECRET'], 'WECHAT_APP_ID is set')
  add(oauth === 'real' && settings.WECHAT_APP_ID === '', ['QQ_APP_ID or WECHAT_APP_ID'], 'OAUTH_PROVIDER is real')
  add(settings.CHAT_INBOX_URL !== undefined, inboxSettings, 'CHAT_INBOX_URL is set')
  add(settings.STORAGE === 's3', ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY_ID', 'S3_KEY_SECRET'], 'STORAGE is s3')
  return demands
}

function join(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Choices that are good for developers only. */
function forbiddenOf({ SITE_ENV: siteEnv, ORIGIN: origin, ...settings }: DependentSettings): string | undefined {
  if (isDeveloperEnv(siteEnv)) return undefined
  if (settings.SMS_PROVIDER === 'outbox') return 'SMS_PROVIDER must be aliyun or tencent'
  if (settings.OAUTH_PROVIDER === 'embedded') return 'OAUTH_PROVIDER must be real or none'
  if (settings.PAY_PROVIDER === 'embedded') return 'PAY_PROVIDER must be real or none'
  if (settings.DEV_RELOAD) return 'DEV_RELOAD must be false'
  if (siteEnv !== 'production') return undefined
  if (settings.SEED === 'demo') return 'SEED must be none'
  return origin?.startsWith('https://') ? undefined : 'ORIGIN must begin with https://'
}

/**
 * Refuses what is missing and what the environment forbids: throws `ConfigError` with one sentence that names every
 * missing variable, never a value. `settings` holds the checked value of each variable under its name.
 */
export function checkSettings(settings: DependentSettings & Readonly<Record<string, unknown>>): void {
  const { SITE_ENV: siteEnv } = settings
  const isMissing = (name: string): boolean => name.split(' or ').every((one) => !ownValue(settings, one))
  const missing = demandsOf(settings).flatMap(({ names, when }) => {
    const absent = names.filter(isMissing)
    return absent.length > 0 ? [{ absent, when }] : []
  })
  if (missing.length > 0) {
    const parts = missing.map(
      ({ absent, when }, index) => `${join(absent)}${index === 0 ? ' must be set' : ''} when ${when}`,
    )
    const hint = isDeveloperEnv(siteEnv) ? '' : '; SITE_ENV=development runs the demo'
    throw new ConfigError(`${parts.join(', ')}${hint}.`)
  }
  const forbidden = forbiddenOf(settings)
  if (forbidden !== undefined) throw new ConfigError(`${forbidden} when SITE_ENV is ${siteEnv}.`)
}
