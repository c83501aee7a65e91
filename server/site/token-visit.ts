import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { splitToken } from '#server/proxy/header-rules.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'

/** An address with `?token=`, as a link of the app carries it (spec §7). */
export interface TokenVisit {
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
export function readTokenVisit(req: IncomingMessage): TokenVisit {
  const { url, token } = splitToken(req.url ?? '/')
  return { cleanUrl: url, token: isNavigation(req) ? token : undefined }
}

/** True when the browser loads a page that nobody may ever look at. */
export function isPrefetch({ headers }: IncomingMessage): boolean {
  return /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)
}

/**
 * Turns the token into a session. 'settled': the answer's cookies, if any, are all there is to have, also when the token was refused;
 * 'choice': another account is signed in and must be asked; 'unknown': the main site has no such call, so the token itself is what it takes.
 */
export async function exchangeToken(api: Api, token: string): Promise<'settled' | 'choice' | 'unknown'> {
  try {
    const { needsChoice } = await api.call('POST /api/auth/token-login', { token })
    return needsChoice ? 'choice' : 'settled'
  } catch (error) {
    return error instanceof ApiError && (error.status === 404 || error.status === 405) ? 'unknown' : 'settled'
  }
}
