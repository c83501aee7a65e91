import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { splitToken } from '#server/proxy/header-rules.ts'
import type { CallContext } from '#server/proxy/upstream.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { accountChoiceUrl } from '#shared/rules/account-choice.ts'
import type { Credentials } from './session.ts'

/** An address with `?token=`, as a link of the app carries it (spec §7). */
interface TokenVisit {
  /** The address without it. */
  cleanUrl: string
  /** Undefined when it is malformed, or when this request may not use it up. */
  token: string | undefined
}

/** True for a person who opens the address; a robot, a preview or a picture's address must not use the token up. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode']
  return method === 'GET' && (mode === undefined || mode === 'navigate') && !isbot(headers['user-agent'] ?? '')
}

/** Reads an address that has a token. */
function readTokenVisit(req: IncomingMessage): TokenVisit {
  const { url, token } = splitToken(req.url ?? '/')
  return { cleanUrl: url, token: isNavigation(req) ? token : undefined }
}

/** True when the browser loads a page that nobody may ever look at. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  return /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)
}

/**
 * Turns the token into a session. 'settled': the answer's cookies, if any, are all there is to have, also when the token was refused;
 * 'choice': another account is signed in and must be asked; 'unknown': the main site has no such call, so the token itself is what it takes.
 */
async function exchangeToken(api: Api, token: string): Promise<'settled' | 'choice' | 'unknown'> {
  try {
    const { needsChoice } = await api.call('POST /api/auth/token-login', { token })
    return needsChoice ? 'choice' : 'settled'
  } catch (error) {
    return error instanceof ApiError && (error.status === 404 || error.status === 405) ? 'unknown' : 'settled'
  }
}

/** Leads to another address; nobody keeps that. */
export function redirect(res: ServerResponse, status: number, to: string): void {
  res.writeHead(status, { location: to, 'cache-control': 'no-store', 'content-length': 0 })
  res.end()
}

/**
 * A page opened with a token: exchanged for a session before anything else, and the address is opened anew without it. Who is signed in
 * with another account is asked first, whatever site the link stood on: else it would put its maker's account into their browser.
 * False when the main site takes the token itself: it then goes with the calls of this one page.
 */
export async function settleToken(
  req: IncomingMessage,
  res: ServerResponse,
  credentials: Credentials,
  apiFor: (context: CallContext) => Api,
): Promise<boolean> {
  const { cleanUrl, token } = readTokenVisit(req)
  res.setHeader('Referrer-Policy', 'no-referrer')
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  if (isPrefetch(req)) {
    res.writeHead(503, { 'cache-control': 'no-store', 'content-length': 0 }).end()
    return true
  }
  const { address, userAgent, cookie } = credentials
  const cookies: string[] = []
  const who = { address, ...(userAgent ? { userAgent } : {}), ...(cookie ? { cookie } : {}) }
  const api = apiFor({ ...who, onCookies: (lines) => cookies.push(...lines) })
  const outcome = token === undefined ? 'settled' : await exchangeToken(api, token)
  if (token !== undefined && outcome === 'unknown') {
    credentials.authorization = token
    return false
  }
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  redirect(res, 302, outcome === 'choice' ? accountChoiceUrl(cleanUrl) : cleanUrl)
  return true
}
