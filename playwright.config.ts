import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
import { leftOut } from './tests/long-files.ts'
import { hasFfmpeg } from './tests/support/rtmp-publisher.ts'

// Workers read this file, too: port and folder are chosen once, by the process that starts the site.
// Below 32768: above it the system gives ports to outgoing connections.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000))
const port = Number(process.env.E2E_PORT)
/** Where the tests' teacher sends a stream. */
const streams: Record<string, string> = hasFfmpeg ? { RTMP_PORT: String(port + 1) } : {}
const origin = `http://127.0.0.1:${port}`
const browsers = JSON.parse(readFileSync('scripts/browsers.json', 'utf8')) as string[]
const executablePath = process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path))
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'xueyuan-e2e-'))

/** Debian's Chromium against the built site on a database of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: leftOut().map((path) => `**/${path}`),
  fullyParallel: true,
  workers: 2,
  // A story's own preparation counts, and a shared machine is slow: only what hangs should end by this.
  timeout: 60_000,
  expect: { timeout: 12_000 },
  forbidOnly: true,
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    baseURL: origin,
    // The seeded notices pop up over the home and college pages; the tests of the notice bring their own.
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'closedNotices', value: '[1,2]' }] }] },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    // One trusted hop: a test may come from an address of its own, by which limits count.
    command: 'node --enable-source-maps dist/server/index.js',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    env: {
      NODE_ENV: 'production',
      SITE_ENV: 'test',
      PAGE_WAIT_FACTOR: '1000',
      PAY_WAIT_MS: '10000',
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      OPS_TOKEN: 'browser-test-token',
      TRUST_PROXY: '1',
      ...streams,
    },
  },
})
