import * as z from 'zod/mini'
import { ConfigError } from '#server/config/config-error.ts'
import { setting, type Values } from './setting.ts'

const whole = (from: number, to: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, 'must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.gte(from), z.lte(to))),
  )

/** Variables of rooms and films; all of them may stay unset. */
export const classroomSettings = {
  IM_ENGINE: setting(
    z._default(z.enum(['embedded', 'tencent']), 'embedded'),
    "who carries rooms' messages: `embedded` (sockets of the backend, over `REDIS_URL` between several) or `tencent` (Tencent Cloud IM)",
  ),
  TENCENT_IM_APP_ID: setting(
    z.optional(z.string().check(z.regex(/^\d{10,12}$/, 'must be the SDKAppID of Tencent Cloud IM'))),
    'Tencent Cloud IM: the SDKAppID',
  ),
  TENCENT_IM_KEY: setting(
    z.optional(z.string().check(z.minLength(32, 'must be the secret key of Tencent Cloud IM'))),
    'its secret key; UserSigs are made by the server',
  ),
  TENCENT_IM_ADMIN: setting(
    z._default(
      z
        .string()
        .check(
          z.regex(
            /^(?!user-)[\w.-]{1,32}$/,
            'must be the account of an administrator, which does not begin with user-',
          ),
        ),
      'administrator',
    ),
    "its administrator's account; must not begin with `user-`",
  ),
  TENCENT_IM_URL: setting(
    z._default(
      z.string().check(z.regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://')),
      'https://console.tim.qq.com',
    ),
    "another region's REST address",
  ),
  RTMP_PORT: setting(
    z.optional(whole(1, 65_535)),
    "takes teachers' streams (RTMP, usually 1935) beside the embedded backend; needs ffmpeg, which the Docker image has (publish the port)",
  ),
  RTMP_URL: setting(
    z.optional(z.string().check(z.regex(/^rtmps?:\/\/\S+$/, 'must begin with rtmp://'))),
    'what teachers are told as the server of their programme',
    '`rtmp://` and the host of `ORIGIN`',
  ),
  FFMPEG_PATH: setting(z._default(z.string(), 'ffmpeg'), 'which ffmpeg turns streams into HLS'),
  LIVE_TRANSCODE: setting(
    z._default(z.enum(['auto', 'on', 'off']), 'auto'),
    'whether streams get a second picture of 360 lines for thin lines, encoded at lowest priority: `auto` (from four cores on, and only while the machine has time), `on` or `off`. The sound alone is always there: what a teacher sends at more than 64 kbit/s is encoded at 56, also at lowest priority and with any number of cores; with `off` it is passed on as it comes',
  ),
  MEDIA_ORIGINS: setting(
    z.optional(
      z
        .string()
        .check(
          z.regex(
            /^https?:\/\/[^/\s,]+(,\s*https?:\/\/[^/\s,]+)*$/,
            'must be origins such as https://cdn.example.com with commas between',
          ),
        ),
    ),
    'other origins that films and streams are played from (an HLS origin or CDN), with commas between: pages may load from these only',
  ),
}

export interface ClassroomConfig {
  readonly im:
    | { readonly engine: 'embedded' }
    | {
        readonly engine: 'tencent'
        readonly appId: string
        readonly key: string
        readonly admin: string
        readonly url: string
      }
  /** Other origins that films and streams are played from. */
  readonly mediaOrigins: readonly string[]
  /** Takes teachers' streams; undefined: no ingest. `publicUrl` is what teachers are told. */
  readonly ingest:
    | {
        readonly port: number
        readonly publicUrl: string
        readonly ffmpeg: string
        /** Whether streams get a second, smaller picture: auto where the machine has the cores and while it has time. */
        readonly transcode: 'auto' | 'on' | 'off'
      }
    | undefined
}

type Raw = Values<typeof classroomSettings>

/** Reads the checked variables; `host` is the site's own name, where teachers send their streams unless RTMP_URL says another. */
export function readClassroomConfig(raw: Raw, host: string): ClassroomConfig {
  if (raw.IM_ENGINE === 'tencent' && (!raw.TENCENT_IM_APP_ID || !raw.TENCENT_IM_KEY))
    throw new ConfigError('TENCENT_IM_APP_ID and TENCENT_IM_KEY must be set when IM_ENGINE is tencent.')
  const { RTMP_PORT: port } = raw
  return {
    im:
      raw.IM_ENGINE === 'tencent'
        ? {
            engine: 'tencent',
            appId: raw.TENCENT_IM_APP_ID ?? '',
            key: raw.TENCENT_IM_KEY ?? '',
            admin: raw.TENCENT_IM_ADMIN,
            url: raw.TENCENT_IM_URL,
          }
        : { engine: 'embedded' },
    mediaOrigins: raw.MEDIA_ORIGINS?.split(/,\s*/) ?? [],
    ingest:
      port === undefined
        ? undefined
        : {
            port,
            publicUrl: raw.RTMP_URL ?? `rtmp://${host}${port === 1935 ? '' : `:${port}`}/live`,
            ffmpeg: raw.FFMPEG_PATH,
            transcode: raw.LIVE_TRANSCODE,
          },
  }
}

/** Where browsers find Tencent Cloud IM: its sockets and calls by region, the way around when these are blocked, its list of errors. */
const tencentHosts = [
  'wss://*.im.qcloud.com',
  'https://*.im.qcloud.com',
  'wss://*.my-imcloud.com',
  'https://*.my-imcloud.com',
  'wss://*.tim.qq.com',
  'https://web.sdk.qcloud.com',
] as const

/** Hosts of the chat that pages connect to, beside the site itself. */
export function chatHosts({ im }: ClassroomConfig): readonly string[] {
  return im.engine === 'tencent' ? tencentHosts : []
}
