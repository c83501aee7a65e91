import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright/test'
import { findFreePort } from '#server/process/free-port.ts'
import type { ClassroomData } from './classroom-data.ts'
import { type OwnSite, startOwnSite } from './own-site.ts'
import { newSeat } from './room-steps.ts'

/** The built site with classes of its own, which no other test sits in. */
export interface OwnClassroom extends Pick<OwnSite, 'base' | 'stop'> {
  readonly data: ClassroomData
}

/** `streams`: teachers may send theirs. Fills a data folder and starts the site on it; only before that can its embedded database be written to. */
export async function startOwnClassroom({ streams = false } = {}): Promise<OwnClassroom> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-class-'))
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/support/classroom-data.ts', dataDir], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const data = JSON.parse(stdout) as ClassroomData
  const env = { RTMP_PORT: streams ? String(await findFreePort()) : '' }
  const { base, stop } = await startOwnSite({ dataDir, env })
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
