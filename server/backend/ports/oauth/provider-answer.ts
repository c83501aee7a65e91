import { trimEndOf } from '#shared/rules/trim-end.ts'
import { OauthError, type OauthIdentity } from './oauth-client.ts'

const longestAnswer = 64 * 1024

/** An answer's fields: JSON, or QQ's `callback( … );` round it, whatever type it claims to be. */
function parse(text: string): Record<string, unknown> | undefined {
  const call = trimEndOf(text.trim(), '; \n')
  const inner = call.startsWith('callback(') && call.endsWith(')') ? call.slice('callback('.length, -1) : undefined
  try {
    const value: unknown = JSON.parse(inner ?? text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Asks a provider one question. Neither the address, which holds secrets, nor the answer gets into the error. */
export async function askProvider(
  base: string,
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let status: number | undefined
  try {
    const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`, {
      redirect: 'error',
      signal,
      headers: { accept: 'application/json' },
    })
    status = response.status
    const text = await response.text()
    const answer = text.length <= longestAnswer ? parse(text) : undefined
    if (answer) return answer
  } catch (error) {
    throw new OauthError('unavailable', `${path} could not be asked: ${reasonOf(error)}.`)
  }
  throw new OauthError('unavailable', `The answer of ${path}, HTTP ${status}, could not be read.`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** Throws when the provider's error number isn't 0 or absent. */
export function checkRefusal(path: string, value: unknown): void {
  if (value === undefined || value === 0 || value === '0') return
  throw new OauthError('refused', `${path} refused: ${/^-?\d{1,10}$/.test(String(value)) ? String(value) : 'unknown'}.`)
}

/** A field that must be there: an id or a token. */
export function idOf(path: string, value: unknown): string {
  if (typeof value === 'string' && /^[\w.~+/=-]{1,1024}$/.test(value)) return value
  throw new OauthError('unavailable', `The answer of ${path} lacks a field.`)
}

const longestNickname = 64
const longestAddress = 512
/** Tencent's own picture hosts still give http addresses and answer https just as well. */
const tencentHost = /^http:\/\/[^/]{1,100}\//
function secured(address: string): string {
  const [start] = tencentHost.exec(address) ?? []
  const isTencent = start !== undefined && (start.endsWith('.qlogo.cn/') || start.endsWith('.qpic.cn/'))
  return isTencent ? `https${address.slice('http'.length)}` : address
}

/** Builds what is kept of an identity from what a provider tells of it. */
export function identityOf(
  ids: { readonly openId: string; readonly unionId: unknown },
  profile: { readonly nickname: unknown; readonly pictures: readonly unknown[] },
): OauthIdentity {
  const nickname = typeof profile.nickname === 'string' ? profile.nickname.replace(/\p{C}/gu, '').trim() : ''
  const pictures = profile.pictures.filter((value) => typeof value === 'string').map(secured)
  return {
    openId: ids.openId,
    unionId: typeof ids.unionId === 'string' && /^[\w-]{1,128}$/.test(ids.unionId) ? ids.unionId : null,
    nickname: [...nickname].slice(0, longestNickname).join(''),
    headImg:
      pictures.find(
        (address) => address.startsWith('https://') && address.length <= longestAddress && URL.canParse(address),
      ) ?? null,
  }
}
