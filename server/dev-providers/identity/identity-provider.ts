import { randomBytes } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import express, { type Request, type Response } from 'express'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { consentPage, refusalPage } from './consent-page.ts'
import { createGrants, type Grants, type TestPerson, testPeople } from './grants.ts'
import { qqApi } from './qq-api.ts'
import { type Texts, textsOf } from './query-texts.ts'
import { testClients } from './test-clients.ts'
import { wechatApi } from './wechat-api.ts'

export interface IdentityProviderOptions {
  /** The addresses that are registered: only there, to the last character, visitors are sent back. */
  readonly redirectUris: readonly string[]
  /** The site as it is called on the consent page. */
  readonly siteName: string
  readonly now?: () => number
}

/** How each provider names things in its authorize address, and its numbers for what is wrong there. */
const authorizing = {
  QQ: { path: '/oauth2.0/authorize', client: 'client_id', badType: 100000, badClient: 100008, badRedirect: 100010 },
  WECHAT: { path: '/connect/qrconnect', client: 'appid', badType: 10004, badClient: 10002, badRedirect: 10003 },
} as const

/** What is wrong with a visitor's coming; undefined when they may be asked. */
function faultOf(
  provider: OauthProvider,
  query: Texts,
  redirectUris: readonly string[],
): { message: string; code: number } | undefined {
  const { client, badType, badClient, badRedirect } = authorizing[provider]
  if (query[client] !== testClients[provider].id) return { message: `${client} 不存在`, code: badClient }
  if (query.redirect_uri === undefined || !redirectUris.includes(query.redirect_uri))
    return { message: 'redirect_uri 与登记的回调地址不一致', code: badRedirect }
  if (query.response_type !== 'code') return { message: 'response_type 非法', code: badType }
  if (provider === 'WECHAT' && query.scope !== 'snsapi_login') return { message: 'scope 参数错误', code: 10005 }
  return undefined
}

/** Whoever types a name is that person; else the one who was chosen. */
function personOf({ person, nickname = '' }: Texts): TestPerson | undefined {
  const own = nickname.trim().slice(0, 32)
  return own === '' ? testPeople.find(({ key }) => key === person) : { key: `own/${own}`, nickname: own }
}

function sendPage(response: ServerResponse, status: number, page: (nonce: string) => string, backTo?: string): void {
  const nonce = randomBytes(16).toString('base64')
  // The form's answer leads to the site: a browser holds that against form-action, too.
  const formTargets = backTo === undefined ? "'none'" : `'self' ${new URL(backTo).origin}`
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(page(nonce))
}

function withQuery(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** QQ's and WeChat's sign-in on this machine: the same addresses, answers and refusals, with people who don't exist. */
export function createIdentityProvider({
  redirectUris,
  siteName,
  now = Date.now,
}: IdentityProviderOptions): RequestListener {
  const grants: Grants = createGrants(now)
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  app.get('/healthz', (_request, response) => {
    response.type('text').send('ok')
  })
  for (const provider of ['QQ', 'WECHAT'] as const) {
    const { path } = authorizing[provider]
    app.get(path, (request: Request, response: Response) => {
      const query = textsOf(request.query)
      const fault = faultOf(provider, query, redirectUris)
      if (fault) return sendPage(response, 400, (nonce) => refusalPage(provider, fault.message, fault.code, nonce))
      sendPage(response, 200, (nonce) => consentPage(provider, siteName, nonce), query.redirect_uri)
    })
    app.post(path, express.urlencoded({ extended: false, limit: '4kb' }), (request: Request, response: Response) => {
      const query = textsOf(request.query)
      const form = textsOf(request.body)
      const fault = faultOf(provider, query, redirectUris)
      if (fault) return sendPage(response, 400, (nonce) => refusalPage(provider, fault.message, fault.code, nonce))
      const { redirect_uri: redirectUri = '', state } = query
      response.setHeader('cache-control', 'no-store')
      response.setHeader('referrer-policy', 'no-referrer')
      // QQ says that it was cancelled, WeChat leaves the code out.
      if (form.answer !== 'agree')
        return response.redirect(
          303,
          withQuery(redirectUri, { usercancel: provider === 'QQ' ? '1' : undefined, state }),
        )
      const person = personOf(form)
      if (!person) return response.redirect(303, request.originalUrl)
      response.redirect(303, withQuery(redirectUri, { code: grants.issueCode(provider, redirectUri, person), state }))
    })
  }
  app.use(qqApi(grants))
  app.use(wechatApi(grants))
  return app
}
