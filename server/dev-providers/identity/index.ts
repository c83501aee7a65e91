import { createServer } from 'node:http'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { guardRequests, surviveFaults } from '#server/http/request-guard.ts'
import { oauthReturnUri } from '#server/config/oauth-return.ts'
import { answerPings, failStart, stopWithParent, tellParent } from '#server/process/parent-link.ts'
import { createIdentityProvider } from './identity-provider.ts'

/** Listens where OAUTH_EMBEDDED_URL says, on this machine only. */
function start(): void {
  answerPings()
  const config = readConfig(process.env)
  const { embeddedUrl, kind } = config.oauth
  if (kind !== 'embedded')
    throw new ConfigError('The embedded identity provider only serves OAUTH_PROVIDER=embedded in development and test.')
  if (embeddedUrl === undefined)
    throw new ConfigError('OAUTH_EMBEDDED_URL must say where the embedded identity provider listens.')
  const redirectUris = (['QQ', 'WECHAT'] as const).map((provider) => oauthReturnUri(config, provider))
  const server = createServer(createIdentityProvider({ redirectUris, siteName: config.brand.name }))
  guardRequests(server, { log: console, answer: (_request, response) => void response.writeHead(500).end() })
  const stop = (): void => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  }
  server.once('error', (error) =>
    failStart(`The embedded identity provider can't listen on ${embeddedUrl}: ${error.message}`),
  )
  server.listen(Number(new URL(embeddedUrl).port), '127.0.0.1', () => tellParent({ type: 'ready' }))
  stopWithParent(stop)
  surviveFaults(console, () => process.exit(1))
}

try {
  start()
} catch (error) {
  failStart((error as Error).message)
}
