import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A Redis server can be had: the one that TEST_REDIS_URL names, or one that is installed. */
export const hasRedis = Boolean(process.env.TEST_REDIS_URL) || spawnSync('redis-server', ['--version']).status === 0

/** For the title of tests that need one. */
export const redisNote = hasRedis ? '' : ' (skipped: TEST_REDIS_URL is not set and no redis-server is installed)'

/** A Redis of the tests' own: started here, or the one that TEST_REDIS_URL names. */
export interface RealRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Below the range from which outgoing connections take their ports. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    const taken = await once(server, 'listening').then(
      () => false,
      () => true,
    )
    if (taken) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Starts one that keeps nothing on disk; resolves when it takes connections. */
export async function startRedis(): Promise<RealRedis> {
  const url = process.env.TEST_REDIS_URL
  if (url) return { url, stop: async () => undefined }
  const port = await freePort()
  const server: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.once('exit', () => reject(new Error(`redis-server ended: ${said}`)))
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Ready to accept connections')) resolve()
    })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.removeAllListeners('exit')
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}
