import { createIdentityProvider } from '#server/dev-providers/identity/identity-provider.ts'
import { oauthReturnUri } from '#server/config/oauth-return.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { endServer, listenLow } from './test-server.ts'

export interface TestIdentityProvider {
  readonly url: string
  /** What the site has asked, by path. */
  readonly asked: string[]
  /** Moves its clock on. */
  wait(ms: number): void
  stop(): Promise<void>
}

/** QQ and WeChat on a port of their own, for a site at this origin. */
export async function startIdentityProvider(origin: string): Promise<TestIdentityProvider> {
  let ahead = 0
  const redirectUris = (['QQ', 'WECHAT'] as const).map((provider) => oauthReturnUri({ origin }, provider))
  const listener = createIdentityProvider({ redirectUris, siteName: '学园', now: () => Date.now() + ahead })
  const asked: string[] = []
  const { server, base } = await listenLow((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://x').pathname)
    listener(request, response)
  })
  return {
    url: base,
    asked,
    wait: (ms) => {
      ahead += ms
    },
    stop: () => endServer(server),
  }
}

/** What a browser comes back with. */
export interface CameBack {
  loginType: OauthProvider
  code?: string
  state?: string
}

function readBack(address: string): CameBack {
  const query = new URL(address).searchParams
  const [code, state] = [query.get('code'), query.get('state')]
  return {
    loginType: query.get('loginType') as OauthProvider,
    ...(code === null ? {} : { code }),
    ...(state === null ? {} : { state }),
  }
}

/** Answers the consent page as a visitor: under an own name, or not at all. */
export async function answerConsent(
  authorizeUrl: string,
  answer: { nickname?: string; refuse?: boolean },
): Promise<CameBack> {
  const { nickname = '', refuse = false } = answer
  const body = new URLSearchParams({ person: 'lin-xiaoman', nickname, answer: refuse ? 'refuse' : 'agree' })
  const response = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`The consent page answered ${response.status}.`)
  return readBack(response.headers.get('location') ?? '')
}
