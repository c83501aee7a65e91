import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import type { RenderStatus } from '#server/http/error-renderer.ts'
import { readForm } from '#server/http/read-form.ts'
import { isSameOrigin, ownSite } from '#server/proxy/cross-site.ts'
import type { Upstream } from '#server/proxy/upstream.ts'
import { accountChoicePath, accountChoiceUrl, afterChoice } from '#shared/rules/account-choice.ts'
import { readCredentials } from './session.ts'

type Next = (error?: unknown) => void

export interface AccountChoiceFormOptions {
  readonly config: Pick<Config, 'origin' | 'allowedHosts' | 'trustProxy'>
  readonly upstream: Upstream
  readonly render: RenderStatus
}

const choices = ['keep', 'switch'] as const
const formType = /^application\/x-www-form-urlencoded\b/i

/** Takes the choice between the account that is signed in and a link's, as a plain form sends it; only our own page can. */
export function createAccountChoiceForm({
  config,
  upstream,
  render,
}: AccountChoiceFormOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const site = ownSite(config.origin, config.allowedHosts)

  function refuse(res: ServerResponse, status: number): void {
    const body = render(status, undefined)
    res.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    })
    res.end(body)
  }

  async function choose(req: IncomingMessage, res: ServerResponse, form: URLSearchParams): Promise<void> {
    const redirect = afterChoice(form.get('redirect'), config.origin)
    const choice = choices.find((known) => known === form.get('choice'))
    const { cookie, address, userAgent } = readCredentials(req, config)
    const cookies: string[] = []
    const api = upstream.api({
      address,
      ...(cookie ? { cookie } : {}),
      ...(userAgent ? { userAgent } : {}),
      onCookies: (lines) => cookies.push(...lines),
    })
    const done =
      choice === undefined
        ? false
        : await api.call('POST /api/auth/account-choice', { id: form.get('id') ?? '', choice }).catch(() => false)
    if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
    res.writeHead(303, {
      location: done ? redirect : accountChoiceUrl(redirect, { failed: true }),
      'cache-control': 'no-store',
      'content-length': 0,
    })
    res.end()
  }

  return function accountChoice(req, res, next) {
    if (req.method !== 'POST' || (req.url ?? '').split('?')[0] !== accountChoicePath) return next()
    if (!isSameOrigin(req.headers, site)) return refuse(res, 403)
    if (!formType.test(req.headers['content-type'] ?? '')) return refuse(res, 415)
    readForm(req)
      .then((body) => {
        if (body) return choose(req, res, new URLSearchParams(body.toString()))
        if (!res.destroyed) refuse(res, 413)
      })
      .catch(next)
  }
}
