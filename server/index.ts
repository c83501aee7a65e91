import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config/config.ts'
import { runPrimary } from './supervisor/primary.ts'
import { runWorker } from './worker.ts'

// The process that `npm start` runs. The primary supervises the backend and the web workers; a worker serves.
try {
  const config = readConfig(process.env)
  if (cluster.isPrimary) await runPrimary(config)
  else await runWorker(config)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
