import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watch } from 'chokidar'
import { buildParts } from './build-site.ts'
import { createDevClient } from './dev/client-build.ts'
import { assetsFolder, tellPages } from './dev/dev-files.ts'
import { buildPatch } from './dev/patch-module.ts'
import { createDevServers } from './dev/server-build.ts'
import { createSiteProcess } from './dev/site-process.ts'

// `npm run dev`: builds, serves and watches. A stylesheet and a component are swapped into the open pages, which keep their
// state; a change of the backend replaces its process only, one of the web's part the web process; then pages load again.
const settleMs = 20
const isSource = /\.(?:tsx?|css|json|wav)$/
const isIgnored = /\.test\.tsx?$|(?:^|\/)\./
const log = (line: string): void => console.log(line)

await mkdir(assetsFolder, { recursive: true })
// The next `npm start` must build for production again.
await rm('dist/.built', { force: true })
const [client, servers] = await Promise.all([createDevClient(), createDevServers()])
await Promise.all([client.build(), servers.build([]), buildParts({ log })])
await tellPages(() => ({}))
const site = createSiteProcess()
site.start()

let patches = 0

/** Swaps a component into the open pages; false when they must load again. */
async function swapComponent(name: string): Promise<boolean> {
  const script = await buildPatch(name)
  if (script === undefined) return false
  patches += 1
  const file = `patch-${process.pid}-${patches}.js`
  await writeFile(join(assetsFolder, file), script)
  await tellPages((now) => ({ patches: now.patches + 1, patch: `/assets/${file}`, patched: name }))
  return true
}

/** Builds and replaces what the changed files concern. */
async function follow(changed: ReadonlySet<string>): Promise<void> {
  const began = performance.now()
  const paths = [...changed]
  const said = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}`
  const isDone = (what: string): void => log(`${said}: ${what} after ${Math.round(performance.now() - began)} ms`)
  const styles = paths.filter((path) => path.endsWith('.css'))
  if (styles.length === paths.length && (await client.swapStyles(styles))) return isDone('styles swapped')
  const [only = ''] = paths
  const mayBeSwapped = paths.length === 1 && /^client\/.*\.tsx$/.test(only) && existsSync(only)
  const wasSwapped = mayBeSwapped && (await swapComponent(only))
  if (wasSwapped) isDone('component swapped')
  const concernsClient = paths.some((path) => !path.startsWith('server/'))
  const [parts] = await Promise.all([servers.build(paths), concernsClient ? client.build() : undefined])
  if (parts.includes('site')) await site.restart()
  else for (const part of parts) await site.replace(part)
  await tellPages((now) => ({ builds: now.builds + 1, reloads: now.reloads + (wasSwapped ? 0 : 1) }))
  isDone(`${parts.join(' and ') || 'client'} replaced`)
}

const changed = new Set<string>()
let timer: NodeJS.Timeout | undefined
let working = Promise.resolve()
// Not Node's own watching: on Linux it loses a file that an editor has put in another's place.
const watcher = watch(['client', 'server', 'shared'], { ignoreInitial: true, ignored: (path) => isIgnored.test(path) })
watcher.on('all', (_event, name) => {
  if (!isSource.test(name)) return
  changed.add(name.replaceAll('\\', '/'))
  clearTimeout(timer)
  timer = setTimeout(() => {
    const batch = new Set(changed)
    changed.clear()
    working = working
      .then(() => follow(batch))
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  }, settleMs)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void Promise.all([watcher.close(), site.stop(), client.dispose(), servers.dispose()]).then(() => process.exit(0))
  })
}
