import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, expect, type Page } from 'playwright/test'
import { findFreePort } from '#server/process/free-port.ts'
import type { ClassroomData } from './classroom-data.ts'
import { newSeat } from './room-steps.ts'

/** The built site with classes of its own, which no other test sits in. */
export interface OwnClassroom {
  readonly base: string
  readonly data: ClassroomData
  stop: () => Promise<void>
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** `streams`: teachers may send theirs. Fills a data folder and starts the site on it; only before that can its embedded database be written to. */
export async function startOwnClassroom({ streams = false } = {}): Promise<OwnClassroom> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-class-'))
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/support/classroom-data.ts', dataDir], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const data = JSON.parse(stdout) as ClassroomData
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      SITE_ENV: 'test',
      LOG_LEVEL: 'error',
      WARM_UP_PAGES: '0',
      PAGE_WAIT_FACTOR: '1000',
      TRUST_PROXY: '1',
      RTMP_PORT: streams ? String(await findFreePort()) : '',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  })
  await expect
    .poll(
      () =>
        fetch(`${base}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 150_000 },
    )
    .toBe(200)
  const stop = async (): Promise<void> => {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { base, data, stop }
}

/** A browser in which one of the classroom's people is logged in. */
export async function newOwnSeat(
  browser: Browser,
  { base, data }: OwnClassroom,
  who: keyof ClassroomData['sessions'],
): Promise<Page> {
  const page = await newSeat(browser)
  await page.context().addCookies([{ name: data.cookie, value: data.sessions[who], url: base }])
  return page
}
