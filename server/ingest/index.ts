import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { createLogger } from '#server/http/logger.ts'
import { surviveFaults } from '#server/http/request-guard.ts'
import { answerPings, failStart, stopWithParent, tellParent } from '#server/process/parent-link.ts'
import { createBackendLink } from './backend-link.ts'
import { createIngest } from './ingest.ts'
import { planSmall, planSound } from './rendition-plans.ts'

/** Takes teachers' streams on RTMP_PORT for as long as the site runs. */
async function start(): Promise<void> {
  answerPings()
  const config = readConfig(process.env)
  const { ingest: settings } = config.classroom
  if (!settings) throw new ConfigError('RTMP_PORT must say where streams are taken.')
  if (config.backendSocket === undefined)
    throw new ConfigError(
      'Streams are only taken beside the embedded backend: RTMP_PORT has no effect with services elsewhere.',
    )
  if (spawnSync(settings.ffmpeg, ['-version'], { stdio: 'ignore' }).status !== 0)
    throw new ConfigError(
      `No streams are taken: ${settings.ffmpeg} can't be run; install ffmpeg or name it in FFMPEG_PATH.`,
    )
  const log = createLogger({ level: config.logLevel, pretty: config.siteEnv === 'development', name: 'ingest' })
  const backend = createBackendLink(config.backendSocket, loadSecret(config.secret, config.dataDir))
  const ingest = createIngest({
    host: config.host,
    port: settings.port,
    mediaDir: join(config.dataDir, 'media'),
    ffmpeg: settings.ffmpeg,
    small: planSmall(settings, availableParallelism()),
    sound: planSound(settings),
    backend,
    log,
  })
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void ingest
      .stop()
      .then(() => backend.close())
      .then(() => process.exit())
  }
  stopWithParent(stop)
  surviveFaults(log, () => {
    process.exitCode = 1
    stop()
  })
  await ingest.start()
  log.info({ port: settings.port }, 'streams are taken')
  tellParent({ type: 'ready' })
}

start().catch((error: unknown) => failStart((error as Error).message))
