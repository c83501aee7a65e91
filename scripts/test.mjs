// `npm test`: everything. Types, lint, unit, HTTP and browser tests; installs Debian's Chromium when there is none and it may.
import { existsSync } from 'node:fs'
import { ensureBuilt, ensureInstalled, pinnedNode, run, toolEnv } from './bootstrap.mjs'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

async function ensureChromium() {
  if (process.env.CHROMIUM_PATH || browsers.some(existsSync)) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Debian’s Chromium for the browser tests.')
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { ...process.env, DEBIAN_FRONTEND: 'noninteractive' })
}

await ensureInstalled()
await ensureChromium()
await ensureBuilt()
process.exitCode = await run(pinnedNode(), ['scripts/test-all.ts', ...process.argv.slice(2)], toolEnv())
