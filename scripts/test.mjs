// `npm test`: everything. Types, lint, unit, HTTP and browser tests; installs Debian's Chromium when there is none and it may.
import { existsSync, readFileSync } from 'node:fs'
import { ensureBuilt, ensureInstalled, pinnedNode, run, toolEnv } from './bootstrap.mjs'

const browsers = JSON.parse(readFileSync(new URL('./browsers.json', import.meta.url), 'utf8'))

async function ensureChromium() {
  if (process.env.CHROMIUM_PATH || browsers.some(existsSync)) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Debian’s Chromium for the browser tests.')
  await run('apt-get', ['update', '-qq'])
  const install = (name) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
    })
  // the same engine without windows, which costs a third less; older Debians don't have it
  if ((await install('chromium-headless-shell')) !== 0) await install('chromium')
}

await ensureInstalled()
await ensureChromium()
await ensureBuilt()
process.exitCode = await run(pinnedNode(), ['scripts/test-all.ts', ...process.argv.slice(2)], toolEnv())
