import { stringifySetCookie } from 'cookie'
import type { CallContext, Reply } from '#server/backend/context/backend-context.ts'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import { ownValue } from '#shared/own-value.ts'

const lifeSeconds = 180 * 86_400
const secretForm = /^[A-Za-z0-9_-]{43}$/
/** What an answer gives, so that two askers of one call get the same. */
const given = new WeakMap<Reply, string>()

type Call = Pick<CallContext, 'config' | 'caller' | 'reply'>

function nameOf({ config }: Pick<Call, 'config'>): string {
  return config.origin.startsWith('https:') ? '__Host-browser' : 'browser'
}

function secretOf(ctx: Call): string | undefined {
  const value = ownValue(ctx.caller.cookies, nameOf(ctx)) ?? given.get(ctx.reply)
  return value !== undefined && secretForm.test(value) ? value : undefined
}

/**
 * The hash of the browser's own secret, which no other browser has and script can't read; undefined for a browser that has none.
 * It carries no right: it says whose tries are whose, so that a stranger's don't count against others.
 */
export function readBrowser(ctx: Call): Buffer | undefined {
  const secret = secretOf(ctx)
  return secret === undefined ? undefined : hashToken(secret)
}

/** The same, with a secret for a browser that has none; it is kept for half a year from its last use. */
export function giveBrowser(ctx: Call): Buffer {
  const secret = secretOf(ctx) ?? randomToken()
  if (given.get(ctx.reply) !== secret) {
    const name = nameOf(ctx)
    const secure = name.startsWith('__Host-')
    ctx.reply.setCookie(
      stringifySetCookie({
        name,
        value: secret,
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: lifeSeconds,
      }),
    )
    given.set(ctx.reply, secret)
  }
  return hashToken(secret)
}

/** The browser as the key of a counter; those without a secret are counted by their address. */
export function browserKey(ctx: Call & Pick<CallContext, 'address'>): string {
  return readBrowser(ctx)?.toString('base64url') ?? ctx.address
}
