import { availableParallelism, constants, loadavg, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { readConfig } from '#server/config/config.ts'
import { createLogger } from '#server/http/logger.ts'
import { answerPings, stopWithParent, tellParent } from '#server/process/parent-link.ts'
import { runAvifPass } from './avif-pass.ts'

/** The site starts and warms first. */
const firstAfterMs = 30_000
const everyMs = 10 * 60_000
const busyMs = 10_000
/** Of all cores: with more to do this process waits. */
const mostLoad = 0.75
/** It rests for so many times as long as it worked. */
const restShare = 2

/** After a piece of work: a rest, and then as long as the machine has other things to do. */
async function rest(ms: number): Promise<void> {
  await wait(ms * restShare)
  while ((loadavg()[0] ?? 0) > availableParallelism() * mostLoad) await wait(busyMs)
}

/** Encodes the AVIFs of the seed's pictures and of uploads for as long as the site runs: lowest priority, one thread, one picture at a time. */
async function run(): Promise<void> {
  answerPings()
  const config = readConfig(process.env)
  const log = createLogger({ level: config.logLevel, pretty: config.siteEnv === 'development', name: 'avif' })
  setPriority(constants.priority.PRIORITY_LOW)
  sharp.concurrency(1)
  sharp.cache(false)
  const options = {
    sources: [join(config.dataDir, 'uploads'), join(config.distDir, 'pictures')],
    folder: join(config.dataDir, 'avif'),
    rest,
    warn: log.warn.bind(log),
  }
  tellParent({ type: 'ready' })
  await wait(firstAfterMs)
  for (;;) {
    try {
      await rest(0)
      const pass = await runAvifPass(options)
      if (pass.made + pass.refused + pass.removed > 0) log.info(pass, 'AVIFs are there')
    } catch (error) {
      log.error({ err: error }, 'AVIFs could not be made')
    }
    await wait(everyMs)
  }
}

// Nothing is lost by ending in the middle: the next start goes on.
stopWithParent(() => process.exit(0))
void run()
