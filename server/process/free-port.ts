import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Above it the system gives ports to outgoing connections: one of those could be taken when it is needed again.
const [lowest, highest] = [20_000, 32_767]
const tries = 50

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** A port of this machine that nobody listens on. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, highest + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${lowest} and ${highest} is free.`)
}
