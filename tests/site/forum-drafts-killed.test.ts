import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { type BuiltSite, startBuiltSite } from '../bench/built-site.ts'
import { fillHall } from '../support/chat-hall.ts'
import { callsTo } from '../support/kept-calls.ts'

// Learners write against the built site, whose backend is killed (SIGKILL) again and again between their drafts.

const people = 4
const kills = process.env.PROOF === 'full' ? 40 : 4
const draftsPerLife = 6

let site: BuiltSite
let cookies: readonly string[]
const dispatcher = new Agent({ connections: people })
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-drafts-'))
  ;({ cookies } = await fillHall(dataDir, people))
  site = await startBuiltSite({ SITE_ENV: 'test', WARM_UP_PAGES: '0' }, dataDir, 'ignore')
}, 90_000)
afterAll(async () => {
  await site?.stop()
  await dispatcher.destroy()
})

/** Asks until the backend that takes the killed one's place answers. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      // a line that was cut, or a site without a backend; whatever the backend says itself is an answer
      if (error instanceof ApiError && error.code !== 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

interface Written {
  text: string
  version: number
}

/** Writes on without a pause until told to stop; answers what was acknowledged last. */
async function write(api: Api, who: number, onKept: () => void, isOver: () => boolean): Promise<Written> {
  const place = 'plate/1'
  let last: Written = { text: '', version: 0 }
  for (let nth = 1; !isOver(); nth += 1) {
    const text = `${who} 号写的第 ${nth} 稿`
    const draft = await api
      .call('POST /api/post/draft', { place, title: text, version: last.version })
      .catch(() => null)
    if (draft) {
      last = { text, version: draft.version }
      onKept()
      continue
    }
    // cut while it was sent: it was kept whole, or not at all
    const kept = await patiently(() => api.call('GET /api/post/draft', { place }))
    expect([last, { text, version: last.version + 1 }]).toContainEqual({
      text: kept?.title ?? '',
      version: kept?.version ?? 0,
    })
    last = { text: kept?.title ?? '', version: kept?.version ?? 0 }
  }
  return last
}

test('a killed backend loses no draft that it acknowledged', { timeout: 180_000 }, async () => {
  let kept = 0
  let deaths = 0
  let wanted = draftsPerLife
  const handleKept = (): void => {
    kept += 1
    if (kept < wanted || deaths >= kills) return
    const pid = site.pidOf('backend')
    if (pid === 0) return
    deaths += 1
    wanted = kept + draftsPerLife
    process.kill(pid, 'SIGKILL')
  }
  const isOver = (): boolean => deaths >= kills && kept >= wanted
  const apis = cookies.map((cookie) => callsTo(site.base, cookie, dispatcher))
  const lasts = await Promise.all(apis.map((api, who) => write(api, who, handleKept, isOver)))
  const found = await Promise.all(
    apis.map((api) => patiently(() => api.call('GET /api/post/draft', { place: 'plate/1' }))),
  )
  expect(deaths).toBe(kills)
  expect(found.map((draft) => ({ text: draft?.title, version: draft?.version }))).toEqual(lasts)
})
