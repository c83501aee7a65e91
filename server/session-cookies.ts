import { stringifySetCookie } from 'cookie'
import { type Config, sessionCookieNames } from '#server/config.ts'

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

/** Set-Cookie lines of a new session; `maxAge` in seconds. */
export function sessionCookieLines(config: Pick<Config, 'origin'>, token: string, maxAge: number): string[] {
  const { name, secure } = policyOf(config)
  const common = { path: '/', sameSite: 'lax', secure, maxAge } as const
  return [stringifySetCookie({ name, value: token, httpOnly: true, ...common }), stringifySetCookie({ name: hintCookie, value: '1', ...common })]
}

/**
 * Set-Cookie lines that take the session away; the backend says it at logout, the site when it learns that a session is dead.
 * `sent`: names that came with the request, for one that belongs to the other scheme would stay for ever.
 */
export function clearedCookieLines(config: Pick<Config, 'origin'>, sent: readonly string[] = []): string[] {
  const { name } = policyOf(config)
  const others = sent.filter((other) => other !== name)
  const clear = (other: string): string => stringifySetCookie({ name: other, value: '', path: '/', httpOnly: true, sameSite: 'lax', secure: other.startsWith('__Host-'), maxAge: 0 })
  return [...sessionCookieLines(config, '', 0), ...others.map(clear)]
}
