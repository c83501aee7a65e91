import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPictureStore, type PictureStore } from './picture-store.ts'

let folder = ''
const errors: unknown[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  errors.length = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(options: { maxBytes?: number; mostWaiting?: number; folder?: string } = {}): PictureStore {
  return createPictureStore({
    folder,
    maxBytes: 1000,
    atOnce: 1,
    mostWaiting: 8,
    onError: (error) => errors.push(error),
    ...options,
  })
}

it('A picture asked for by many is drawn once', async () => {
  let drawn = 0
  const draw = async (): Promise<Buffer> => {
    drawn += 1
    return Buffer.from('picture')
  }
  const store = open()
  const answers = await Promise.all(Array.from({ length: 50 }, () => store.readOrDraw('a.jpg', draw)))
  expect(answers.map(String)).toEqual(Array.from({ length: 50 }, () => 'picture'))
  expect(drawn).toBe(1)
  expect(String(await open().readOrDraw('a.jpg', draw))).toBe('picture')
  expect(drawn).toBe(1)
})

it('Pictures are drawn in turn, a full queue refuses', async () => {
  const store = open({ mostWaiting: 2 })
  let now = 0
  let most = 0
  const draw = async (): Promise<Buffer> => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return Buffer.from('p')
  }
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => store.readOrDraw(name, draw)))
  expect(most).toBe(1)
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(2)
  expect(String(await store.readOrDraw('e', draw))).toBe('p')
})

it('A failed drawing is reported to all and tried again', async () => {
  const store = open()
  const fail = (): Promise<Buffer> => Promise.reject(new Error('no cover'))
  const results = await Promise.allSettled([store.readOrDraw('a', fail), store.readOrDraw('a', fail)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(String(await store.readOrDraw('a', async () => Buffer.from('now')))).toBe('now')
})

it('On a full disk the longest unused pictures go', async () => {
  for (const [index, name] of ['old', 'older', 'new'].entries()) {
    writeFileSync(join(folder, name), Buffer.alloc(300))
    const used = name === 'older' ? 1000 : 2000 + index
    utimesSync(join(folder, name), used, used)
  }
  const store = open()
  expect(await store.read('old')).toHaveLength(300)
  await store.readOrDraw('more', async () => Buffer.alloc(300))
  expect(readdirSync(folder).sort()).toEqual(['more', 'new', 'old'])
})

it('A disk that takes nothing is reported, the picture answered', async () => {
  writeFileSync(join(folder, 'file'), '')
  const store = open({ folder: join(folder, 'file') })
  expect(String(await store.readOrDraw('a', async () => Buffer.from('p')))).toBe('p')
  expect(errors).toHaveLength(1)
})
