import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { createLogger } from '#server/http/logger.ts'
import { surviveFaults } from '#server/http/request-guard.ts'
import { loadSecret } from '#server/site-secret.ts'
import { createBackendLink } from './backend-link.ts'
import { createIngest } from './ingest.ts'

/** What this process tells the one that started it; after `fatal` it isn't started again. */
type IngestMessage = { type: 'ready' } | { type: 'fatal'; message: string }

function tell(message: IngestMessage, then?: () => void): void {
  if (process.connected && process.send) process.send(message, () => then?.())
  else then?.()
}

function fail(message: string): void {
  if (!process.connected) process.stderr.write(`${message}\n`)
  tell({ type: 'fatal', message }, () => process.exit(1))
}

/** Takes teachers' streams on RTMP_PORT for as long as the site runs. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { ingest: settings } = config.classroom
  if (!settings) throw new ConfigError('RTMP_PORT must say where streams are taken.')
  if (config.backendSocket === undefined) throw new ConfigError('Streams are only taken beside the embedded backend: RTMP_PORT has no effect with services elsewhere.')
  if (spawnSync(settings.ffmpeg, ['-version'], { stdio: 'ignore' }).status !== 0) throw new ConfigError(`No streams are taken: ${settings.ffmpeg} can't be run; install ffmpeg or name it in FFMPEG_PATH.`)
  const log = createLogger({ level: config.logLevel, pretty: config.siteEnv === 'development', name: 'ingest' })
  const backend = createBackendLink(config.backendSocket, loadSecret(config.secret, config.dataDir))
  const ingest = createIngest({ host: config.host, port: settings.port, mediaDir: join(config.dataDir, 'media'), ffmpeg: settings.ffmpeg, backend, log })
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void ingest
      .stop()
      .then(() => backend.close())
      .then(() => process.exit())
  }
  process.on('SIGTERM', stop)
  surviveFaults(log, () => {
    process.exitCode = 1
    stop()
  })
  // From a terminal the signal comes to the whole group; the parent ends us.
  process.on('SIGINT', () => {
    if (!process.connected) stop()
  })
  process.on('disconnect', stop)
  await ingest.start()
  log.info({ port: settings.port }, 'streams are taken')
  tell({ type: 'ready' })
}

start().catch((error: unknown) => fail((error as Error).message))
