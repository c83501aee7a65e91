import { createHmac, timingSafeEqual } from 'node:crypto'

/** How a stored film is played: whole (over and over up to `seconds`), on the wall clock between two moments (epoch ms), or as it grows. */
export type MediaMode =
  | { readonly kind: 'film'; readonly seconds: number | null }
  | { readonly kind: 'clock'; readonly begin: number; readonly end: number }
  | { readonly kind: 'live' }

/** Leave to play one folder of the store. */
export interface PlayGrant {
  readonly folder: string
  readonly mode: MediaMode
  /** Epoch milliseconds, whole seconds. */
  readonly expires: number
  /** The session that may use it, as `sessionMark` writes it; or `everybody`, for what is open to all. There is no grant without an owner. */
  readonly who: string
}

/** Why a grant isn't one. */
export type Refusal = 'seal' | 'expired' | 'session'

/** A hash under the site's secret; `purpose` keeps hashes of different things apart. */
export type SecretHash = (purpose: string, value: string) => Buffer

/** Where granted files are asked for. */
export const grantPrefix = '/media/play/'
/** Nothing is granted for longer. */
export const grantMs = 600_000
/** Longest film that is made by repeating: a day. */
export const longestSeconds = 86_400

/** In the place of a session: whoever has the grant may use it. */
export const everybody = '*'

/** Clocks of two machines may differ by so much. */
const skewMs = 60_000
const markLength = 16
const folder = '[a-z0-9][\\w-]*(?:/[\\w-]+){0,4}'
const folderForm = new RegExp(`^${folder}$`)
const payloadForm = new RegExp(
  `^(${folder}):(?:(f)([1-9]\\d{0,4})?|c([0-9a-z]{1,10})-([0-9a-z]{1,10})|(l)):([0-9a-z]{1,9}):(\\*|[\\w-]{${markLength}})$`,
)
const grantForm = /^([\w-]{1,700})\.([\w-]{43})$/

/** Whether a text names a folder of the store; it can't lead out of it. */
export function isMediaFolder(text: string): boolean {
  return text.length <= 200 && folderForm.test(text)
}

/** The hash that the backend signs with, for a process without a backend. */
export function createSecretHash(secret: string): SecretHash {
  return (purpose, value) => createHmac('sha256', secret).update(`${purpose}\n${value}`).digest()
}

/** What a grant keeps of the session that it belongs to. */
export function sessionMark(hash: SecretHash, token: string): string {
  return hash('play session', token).toString('base64url').slice(0, markLength)
}

function sealOf(hash: SecretHash, payload: string): string {
  return hash('play grant', payload).toString('base64url')
}

function modeText(mode: MediaMode): string {
  if (mode.kind === 'film') return `f${mode.seconds ?? ''}`
  return mode.kind === 'live' ? 'l' : `c${mode.begin.toString(36)}-${mode.end.toString(36)}`
}

/** Writes a grant as `payload.seal`. Throws when a folder, a length or a time is none. */
export function signGrant(hash: SecretHash, { folder: name, mode, expires, who }: PlayGrant): string {
  const text = `${name}:${modeText(mode)}:${Math.floor(expires / 1000).toString(36)}:${who}`
  if (!isMediaFolder(name) || !readPayload(text)) throw new Error(`There is no grant of this kind: ${text}`)
  const payload = Buffer.from(text).toString('base64url')
  return `${payload}.${sealOf(hash, payload)}`
}

function readMode(
  film: string | undefined,
  seconds: string | undefined,
  begin: string | undefined,
  end: string | undefined,
): MediaMode | undefined {
  if (film)
    return Number(seconds ?? 0) > longestSeconds
      ? undefined
      : { kind: 'film', seconds: seconds === undefined ? null : Number(seconds) }
  if (begin === undefined || end === undefined) return { kind: 'live' }
  const times = { begin: Number.parseInt(begin, 36), end: Number.parseInt(end, 36) }
  const isRange =
    Number.isSafeInteger(times.begin) &&
    Number.isSafeInteger(times.end) &&
    times.end > times.begin &&
    times.end < 8.64e15
  return isRange ? { kind: 'clock', ...times } : undefined
}

function readPayload(text: string): PlayGrant | undefined {
  const match = payloadForm.exec(text)
  if (!match) return undefined
  const [, name = '', film, seconds, begin, end, , expires = '', who = ''] = match
  const mode = readMode(film, seconds, begin, end)
  return mode && isMediaFolder(name)
    ? { folder: name, mode, expires: Number.parseInt(expires, 36) * 1000, who }
    : undefined
}

function isSealed(hash: SecretHash, payload: string, seal: string): boolean {
  const own = Buffer.from(sealOf(hash, payload))
  const given = Buffer.from(seal)
  return own.length === given.length && timingSafeEqual(own, given)
}

/** Reads `payload.seal`; `token`: of the session that asks. */
export function readGrant(hash: SecretHash, text: string, now: number, token: string | undefined): PlayGrant | Refusal {
  const [, payload = '', seal = ''] = grantForm.exec(text) ?? []
  if (payload === '' || !isSealed(hash, payload, seal)) return 'seal'
  const grant = readPayload(Buffer.from(payload, 'base64url').toString())
  if (!grant || grant.expires > now + grantMs + skewMs) return 'seal'
  if (grant.expires <= now) return 'expired'
  if (grant.who !== everybody && (token === undefined || sessionMark(hash, token) !== grant.who)) return 'session'
  return grant
}
