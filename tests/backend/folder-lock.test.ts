import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import { lockFolder } from '#server/process/folder-lock.ts'
import { hasPidNamespaces, inOwnNamespace } from '../support/pid-namespace.ts'

const isFull = process.env.PROOF === 'full'
const rounds = isFull ? 25 : 2
const unprivileged = 65_534

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xueyuan-lock-'))
  children = []
})
afterEach(async () => {
  await Promise.all(children.map(end))
  rmSync(folder, { recursive: true, force: true })
})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Another process that takes the folder: 'held', or the sentence why it can't. */
async function hold(
  [command, args]: [string, string[]],
  user?: number,
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  children.push(child)
  const [said] = await once(child, 'message')
  return { child, said: said as string }
}

const holder = (): [string, string[]] => [process.execPath, [resolve('tests/support/hold-folder.ts'), folder]]
const otherContainer = (): [string, string[]] => inOwnNamespace(...holder())

describe('a data folder', () => {
  test('can’t be taken twice by one process', async () => {
    const lock = await lockFolder(folder, 'site')
    await expect(lockFolder(folder, 'site')).rejects.toThrow(
      `The data folder ${folder} is in use by another process (process ${process.pid} on `,
    )
    const database = await lockFolder(folder, 'database')
    lock.release()
    const again = await lockFolder(folder, 'site')
    again.release()
    database.release()
  })

  test('is refused while another process holds it, free when killed', async () => {
    const { child, said } = await hold(holder())
    expect(said).toBe('held')
    const refused = lockFolder(folder, 'site')
    await expect(refused).rejects.toThrow(
      `The data folder ${folder} is in use by another process (process ${child.pid} on `,
    )
    await expect(refused).rejects.toThrow(/; stop that one, or set DATA_DIR to another folder\.$/)
    await end(child)
    const lock = await lockFolder(folder, 'site')
    lock.release()
  })

  test('is waited for, while an earlier backend still ends', async () => {
    const { child } = await hold(holder())
    const waited: string[] = []
    const lock = lockFolder(folder, 'site', {
      waitMs: 20_000,
      onWait(who) {
        waited.push(who)
        child.kill('SIGKILL')
      },
    })
    ;(await lock).release()
    expect(waited).toEqual([expect.stringContaining(`process ${child.pid} on `)])
  })

  test.skipIf(!hasPidNamespaces)('is refused in another container too', async () => {
    const first = await hold(otherContainer())
    expect(first.said).toBe('held')
    for (const second of [await hold(otherContainer()), await hold(holder())]) {
      expect(second.said).toMatch(
        /^The data folder .+ is in use by another process \(process 1 on .+\); stop that one, or set DATA_DIR to another folder\.$/,
      )
    }
    await end(first.child)
    const lock = await lockFolder(folder, 'site', { waitMs: 5000 })
    lock.release()
  })

  test.skipIf(process.getuid?.() !== 0)('can be taken without privileges, or says it can’t', async () => {
    chmodSync(folder, 0o777)
    expect((await hold(holder(), unprivileged)).said).toBe('held')
    await Promise.all(children.map(end))
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'site.lock'), 0o400)
    rmSync(join(folder, 'site.lock'))
    expect((await hold(holder(), unprivileged)).said).toMatch(
      /^The folder .+ can't be written \(.+\); set DATA_DIR to a folder that can\.$/,
    )
  })

  test('whose lock is another file is left alone', async () => {
    const text = 'This is a text that somebody has put here. '.repeat(40)
    writeFileSync(join(folder, 'site.lock'), text)
    await expect(lockFolder(folder, 'site')).rejects.toThrow(
      /site\.lock is no lock \(.+\); delete it when no site runs on this folder\.$/,
    )
    expect(readFileSync(join(folder, 'site.lock'), 'utf8')).toBe(text)
  })
})

/** A backend on the folder, in a container of its own. */
function startBackend(): { child: ChildProcess; ready: Promise<unknown> } {
  const [command, args] = inOwnNamespace(process.execPath, [resolve('server/backend/index.ts')])
  const child = spawn(command, args, {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: folder,
      DATABASE_URL: '',
      SITE_ENV: 'test',
      SEED: 'none',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  return { child, ready: once(child, 'message').then(([message]) => message) }
}

/** Until the process has said this in its log. */
function hear({ stdout }: ChildProcess, words: string): Promise<void> {
  return new Promise((done) => {
    let text = ''
    stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes(words)) done()
    })
  })
}

const name = `of two containers’ backends the other takes over, ${rounds} times`

test.skipIf(!hasPidNamespaces || (Boolean(process.env.TEST_DATABASE_URL) && !isFull))(
  name,
  async () => {
    const site = new Agent({ connect: { socketPath: join(folder, 'run', 'backend.sock') } })
    const kept: string[] = []
    const write = async (url: string): Promise<void> => {
      const answer = await request('http://backend/api/ubas/flow-collect', {
        dispatcher: site,
        method: 'POST',
        headers: { reqSource: 'pcSite', 'content-type': 'application/json' },
        body: JSON.stringify({ events: [{ type: 'view', url }] }),
      })
      expect(await answer.body.json()).toMatchObject({ code: 1 })
      kept.push(url)
    }
    let current = startBackend()
    expect(await current.ready).toEqual({ type: 'ready' })
    for (let round = 1; round <= rounds; round += 1) {
      const next = startBackend()
      await hear(next.child, 'still in use')
      // the folder's owner goes on undisturbed, until it is killed among these
      await Promise.all(Array.from({ length: 10 }, (_, index) => write(`/${round}/${index}`)))
      const among = Promise.allSettled(Array.from({ length: 30 }, (_, index) => write(`/${round}/late/${index}`)))
      await write(`/${round}/last`)
      await end(current.child)
      await among
      expect(await next.ready).toEqual({ type: 'ready' })
      current = next
    }
    await end(current.child)
    await site.destroy()
    const database = await openDatabase(
      readConfig({ SITE_ENV: 'test', DATA_DIR: folder, SEED: 'none' }),
      () => undefined,
      { waitMs: 5000 },
    )
    const rows = await database.db.selectFrom('flowEvents').select('url').execute()
    await database.close()
    const found = new Set(rows.map(({ url }) => url))
    expect(kept.length).toBeGreaterThanOrEqual(rounds * 11)
    expect(kept.filter((url) => !found.has(url))).toEqual([])
  },
  30_000 + rounds * 20_000,
)
