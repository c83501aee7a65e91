import { stringifySetCookie } from 'cookie'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { ownValue } from '#shared/own-value.ts'
import { visitorKeptMs } from '#shared/rules/support-rules.ts'

type Call = Pick<CallContext, 'caller' | 'config' | 'hash' | 'reply'>

/** The browser sends it to the calls of conversations alone: no page, and no cache of pages, ever sees it. */
const path = '/api/support'
const purpose = 'support-visitor'
const cookieForm = /^([\w-]{43})\.([\w-]{43})$/

function nameOf({ config }: Pick<Call, 'config'>): string {
  return config.origin.startsWith('https:') ? '__Secure-supportVisitor' : 'supportVisitor'
}

function write(ctx: Call, value: string, maxAge: number): void {
  const name = nameOf(ctx)
  const secure = name.startsWith('__Secure-')
  ctx.reply.setCookie(stringifySetCookie({ name, value, path, httpOnly: true, sameSite: 'lax', secure, maxAge }))
}

function tokenOf(ctx: Call): string | undefined {
  const [, token, seal] = cookieForm.exec(ownValue(ctx.caller.cookies, nameOf(ctx)) ?? '') ?? []
  return token !== undefined && seal !== undefined && ctx.hash.isSeal(purpose, token, seal) ? token : undefined
}

/** The hash of the secret by which a browser without an account is known; undefined when it has none that we have sealed. */
export function readVisitor(ctx: Call): Buffer | undefined {
  const token = tokenOf(ctx)
  return token === undefined ? undefined : hashToken(token)
}

/** The same, with a new secret for a browser that has none; it is kept as long as its conversation, from its last word. */
export function giveVisitor(ctx: Call): Buffer {
  const token = tokenOf(ctx) ?? randomToken()
  write(ctx, `${token}.${ctx.hash.seal(purpose, token)}`, visitorKeptMs / 1000)
  return hashToken(token)
}

/** The browser forgets it: its conversation is an account's now, or whoever used it has signed out and the next one mustn't read it. */
export function takeVisitor(ctx: Call): void {
  write(ctx, '', 0)
}
