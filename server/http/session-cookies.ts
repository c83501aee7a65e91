import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { type Config, sessionCookieNames } from '#server/config/config.ts'
import { ownValue } from '#shared/own-value.ts'

/** Readable by script: tells a page from a cache that somebody is signed in. It carries no right. */
export const hintCookie = 'signedIn'

interface CookiePolicy {
  readonly name: string
  readonly secure: boolean
}

function policyOf(config: Pick<Config, 'origin'>): CookiePolicy {
  const secure = config.origin.startsWith('https:')
  return { name: secure ? sessionCookieNames[0] : sessionCookieNames[1], secure }
}

/**
 * The one name under which a session's cookie is read: on https with the prefix, so that no other host of the domain and no page without
 * encryption can set it; on http, where browsers don't take the prefix, without it.
 */
export function sessionCookieName(config: Pick<Config, 'origin'>): string {
  return policyOf(config).name
}

/**
 * The token of a request: from its cookie, else from `Authorization` (spec §7), with or without 'Bearer'; undefined for visitors.
 * What stands in that header came from an address (`?token=`): where that opens nothing, `alsoHeader` is false.
 */
export function readSessionToken(
  headers: Pick<IncomingHttpHeaders, 'cookie' | 'authorization'>,
  config: Pick<Config, 'origin'>,
  alsoHeader = true,
): string | undefined {
  const inHeader = alsoHeader ? headers.authorization?.replace(/^Bearer /i, '') : undefined
  return ownValue(parseCookie(headers.cookie ?? ''), sessionCookieName(config)) || inHeader || undefined
}

/** Set-Cookie lines that take away session cookies whose name belongs to the other scheme: nobody reads them. */
export function foreignCookieLines(
  config: Pick<Config, 'origin'>,
  cookies: Readonly<Record<string, string | undefined>>,
): string[] {
  const own = sessionCookieName(config)
  return sessionCookieNames.filter((name) => name !== own && ownValue(cookies, name) !== undefined).map(clearedLine)
}

function clearedLine(name: string): string {
  return stringifySetCookie({
    name,
    value: '',
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: name.startsWith('__Host-'),
    maxAge: 0,
  })
}

/** Set-Cookie lines of a new session; `maxAge` in seconds. */
export function sessionCookieLines(config: Pick<Config, 'origin'>, token: string, maxAge: number): string[] {
  const { name, secure } = policyOf(config)
  const common = { path: '/', sameSite: 'lax', secure, maxAge } as const
  return [
    stringifySetCookie({ name, value: token, httpOnly: true, ...common }),
    stringifySetCookie({ name: hintCookie, value: '1', ...common }),
  ]
}

/** Set-Cookie lines that take the session away; the backend says it at logout, the site when it learns that a session is dead. */
export function clearedCookieLines(config: Pick<Config, 'origin'>): string[] {
  return sessionCookieLines(config, '', 0)
}
