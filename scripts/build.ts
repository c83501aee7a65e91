import { buildAll, buildTemplate } from './build-site.ts'

// `npm run build`: the client, the servers, the pictures and the database template. Only what changed is made again.
const force = process.argv.includes('--force')
try {
  // `--template` makes the database template alone: the build runs itself so, beside the rest.
  if (process.argv.includes('--template')) await buildTemplate()
  else await buildAll({ force, log: (line) => console.log(line) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
