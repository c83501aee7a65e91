import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { cookieOf, freshAddress } from './backend-accounts.ts'
import { readEnvelope, sendCall, type TestBackend } from './backend-harness.ts'
import { answerConsent, type CameBack } from './identity-provider.ts'

type Checked = CallOutput<'GET /api/oauth/oauth-login-check'>

/** A browser with cookies of its own, from an address of its own; perhaps somebody is logged in. */
export interface OauthBrowser {
  /** The Cookie header that goes with its calls. */
  cookies(): string
  /** Set-Cookie lines of the last answer. */
  lastCookies(): string[]
  /** Asks for the provider's page. */
  authorize(loginType: OauthProvider, redirect?: string): Promise<string>
  /** Goes to the provider, agrees under a name, and comes back. */
  consent(loginType: OauthProvider, nickname: string, redirect?: string): Promise<CameBack>
  loginCheck(back: CameBack): Promise<Checked>
  bindByLogin(back: CameBack): Promise<boolean>
  bindPhone(
    input: CallInput<'POST /api/oauth/bind-oauth-by-no-login'>,
  ): Promise<CallOutput<'POST /api/oauth/bind-oauth-by-no-login'>>
  unbind(loginType: OauthProvider): Promise<boolean>
}

export function openOauthBrowser(backend: TestBackend, session = ''): OauthBrowser {
  const address = freshAddress()
  let nonce = ''
  let sessionCookie = session
  let last: string[] = []
  const cookies = (): string => [nonce, sessionCookie].filter(Boolean).join('; ')
  async function call<T>(route: Parameters<typeof sendCall>[1], input: object): Promise<T> {
    const response = await sendCall(backend.agent, route, input as never, {
      Cookie: cookies(),
      'X-Forwarded-For': address,
    })
    last = [response.headers['set-cookie'] ?? []].flat()
    const given = last.map((line) => /^(?:__Host-)?oauth=[^;]+/.exec(line)?.[0]).find(Boolean)
    nonce = given ?? nonce
    sessionCookie = cookieOf(response as never) || sessionCookie
    return readEnvelope<T>(response)
  }
  const authorize = async (loginType: OauthProvider, redirect?: string): Promise<string> =>
    (
      await call<{ authorizeUrl: string }>('GET /api/oauth/get-authorizeUrl', {
        loginType,
        ...(redirect === undefined ? {} : { redirect }),
      })
    ).authorizeUrl
  return {
    cookies,
    lastCookies: () => last,
    authorize,
    consent: async (loginType, nickname, redirect) => answerConsent(await authorize(loginType, redirect), { nickname }),
    loginCheck: (back) => call('GET /api/oauth/oauth-login-check', back),
    bindByLogin: (back) => call('GET /api/oauth/bind-oauth-by-login', back),
    bindPhone: (input) => call('POST /api/oauth/bind-oauth-by-no-login', input),
    unbind: (loginType) => call('GET /api/oauth/unbind-oauth', { loginType }),
  }
}

/** How many of several calls came through, and the codes of the others. */
export async function outcomes(calls: readonly Promise<unknown>[]): Promise<{ passed: number; codes: number[] }> {
  const settled = await Promise.allSettled(calls)
  const codes = settled
    .filter((result) => result.status === 'rejected')
    .map((result) => (result.reason as { code: number }).code)
  return { passed: settled.length - codes.length, codes }
}
