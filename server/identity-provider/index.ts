import { createServer } from 'node:http'
import { ConfigError, readConfig } from '#server/config.ts'
import { oauthReturnUri } from '#server/oauth-return.ts'
import { createIdentityProvider } from './identity-provider.ts'

/** What this process tells the one that started it. */
type ProviderMessage = { type: 'ready' } | { type: 'fatal'; message: string }

function tell(message: ProviderMessage, then?: () => void): void {
  if (process.connected && process.send) process.send(message, () => then?.())
  else then?.()
}

/** Listens where OAUTH_EMBEDDED_URL says, on this machine only. */
function start(): void {
  const config = readConfig(process.env)
  const { embeddedUrl, kind } = config.oauth
  if (kind !== 'embedded') throw new ConfigError('The embedded identity provider only serves OAUTH_PROVIDER=embedded in development and test.')
  if (embeddedUrl === undefined) throw new ConfigError('OAUTH_EMBEDDED_URL must say where the embedded identity provider listens.')
  const redirectUris = (['QQ', 'WECHAT'] as const).map((provider) => oauthReturnUri(config, provider))
  const server = createServer(createIdentityProvider({ redirectUris, siteName: config.brand.name }))
  const stop = (): void => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  }
  server.once('error', (error) => fail(`The embedded identity provider can't listen on ${embeddedUrl}: ${error.message}`))
  server.listen(Number(new URL(embeddedUrl).port), '127.0.0.1', () => tell({ type: 'ready' }))
  process.on('SIGTERM', stop)
  // From a terminal the signal comes to the whole group; the parent ends us.
  process.on('SIGINT', () => {
    if (!process.connected) stop()
  })
  process.on('disconnect', stop)
}

function fail(message: string): void {
  if (!process.connected) process.stderr.write(`${message}\n`)
  tell({ type: 'fatal', message }, () => process.exit(1))
}

try {
  start()
} catch (error) {
  fail((error as Error).message)
}
