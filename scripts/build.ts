import { buildAll } from './build-site.ts'

// `npm run build`: the client, the servers, the pictures and the database template. Only what changed is made again.
const force = process.argv.includes('--force')
try {
  await buildAll({ dev: false, force, log: (line) => console.log(line) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
