import { createServer } from 'node:http'
import { type Config, ConfigError, readConfig } from '#server/config/config.ts'
import { guardRequests, surviveFaults } from '#server/http/request-guard.ts'
import { answerPings, failStart, stopWithParent, tellParent } from '#server/process/parent-link.ts'
import { payNotifyPath } from '#shared/contract/pay-notify.ts'
import { openPayKeys, payFolder } from './keys.ts'
import type { NotifyTarget } from './notices.ts'
import { createPayProvider } from './pay-provider.ts'

/** The site as it is reached on this machine, whatever its public address is. */
function notifyTarget({ host, port, origin }: Config): NotifyTarget {
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return { url: `http://${near}:${port}${payNotifyPath('embedded')}`, host: new URL(origin).host }
}

/** Listens where PAY_EMBEDDED_URL says, on this machine only. */
function start(): void {
  answerPings()
  const config = readConfig(process.env)
  const { embeddedUrl, kind } = config.pay
  if (kind !== 'embedded')
    throw new ConfigError('The embedded payment provider only serves PAY_PROVIDER=embedded in development and test.')
  if (embeddedUrl === undefined)
    throw new ConfigError('PAY_EMBEDDED_URL must say where the embedded payment provider listens.')
  const provider = createPayProvider({
    keys: openPayKeys(config.dataDir),
    folder: payFolder(config.dataDir),
    target: notifyTarget(config),
    siteName: config.brand.name,
  })
  const server = createServer(provider.app)
  guardRequests(server, { log: console, answer: (_request, response) => void response.writeHead(500).end() })
  const stop = (): void => {
    server.close(() => void provider.close().then(() => process.exit(0)))
    server.closeAllConnections()
  }
  server.once('error', (error) =>
    failStart(`The embedded payment provider can't listen on ${embeddedUrl}: ${error.message}`),
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
