import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBackend } from '#server/backend/backend.ts'
import { readConfig } from '#server/config/config.ts'

// A backend as it runs, with its jobs, on a database that is there already; says its port.
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const backend = await createBackend(
  readConfig({
    SITE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
  }),
)
backend.startJobs()
const server = createServer(backend.listener).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port })
})
server.keepAliveTimeout = 60_000
process.on('disconnect', () => process.exit(0))
