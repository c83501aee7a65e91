import { stringifySetCookie } from 'cookie'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { randomToken } from '#server/backend/base/secret.ts'
import { ownValue } from '#shared/own-value.ts'

const lifeSeconds = 600
const nonceForm = /^[A-Za-z0-9_-]{43}$/

function nameOf({ config }: Pick<CallContext, 'config'>): string {
  return config.origin.startsWith('https:') ? '__Host-oauth' : 'oauth'
}

/** The browser's secret, which no other browser has: whoever comes back from the provider must bring it. */
export function readNonce(ctx: CallContext): string | undefined {
  const value = ownValue(ctx.caller.cookies, nameOf(ctx))
  return value !== undefined && nonceForm.test(value) ? value : undefined
}

/** The same for all sign-ins that a browser has begun, so that two tabs don't spoil each other's; kept for ten minutes more. */
export function giveNonce(ctx: CallContext): string {
  const nonce = readNonce(ctx) ?? randomToken()
  const name = nameOf(ctx)
  ctx.reply.setCookie(
    stringifySetCookie({
      name,
      value: nonce,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: name.startsWith('__Host-'),
      maxAge: lifeSeconds,
    }),
  )
  return nonce
}
