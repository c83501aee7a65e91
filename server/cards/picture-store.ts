import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSingleFlight } from '#server/http/single-flight.ts'

export interface PictureStoreOptions {
  /** Made when the first picture is. */
  folder: string
  /** Beyond them the files that were asked for longest ago go. */
  maxBytes: number
  /** Pictures drawn at the same time, and how many may wait for their turn. */
  atOnce: number
  mostWaiting: number
  onError: (error: unknown) => void
}

/** Pictures on the disk, each drawn once. */
export interface PictureStore {
  /** The picture of that name, which must be a plain file name; undefined when it hasn't been drawn. */
  read(name: string): Promise<Buffer | undefined>
  /**
   * The same, drawn when it is missing: once for all who ask meanwhile. Undefined when too many wait already. A disk that
   * takes nothing is told of, and the picture is answered all the same.
   */
  readOrDraw(name: string, draw: () => Promise<Buffer>): Promise<Buffer | undefined>
}

/** A file asked for is marked as used at most so often. */
const markEveryMs = 3_600_000
/** How much is left after files were removed, so that they aren't removed one by one. */
const keptShare = 0.9

/** Bytes and times of all files; one that another process has just removed counts nothing. */
async function listFiles(folder: string): Promise<{ path: string; size: number; used: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return found ? [{ path, size: found.size, used: found.mtimeMs }] : []
    }),
  )
  return files.flat()
}

/** Turns: so many at once, so many waiting; beyond them there is none. */
function createTurns(atOnce: number, mostWaiting: number): { take(): Promise<boolean>; giveBack(): void } {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take() {
      if (running < atOnce) {
        running += 1
        return true
      }
      if (waiting.length >= mostWaiting) return false
      await new Promise<void>((resolve) => waiting.push(resolve))
      return true
    },
    giveBack() {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    },
  }
}

/** Opens a store of drawn pictures; several processes may use the same folder. */
export function createPictureStore({
  folder,
  maxBytes,
  atOnce,
  mostWaiting,
  onError,
}: PictureStoreOptions): PictureStore {
  const turns = createTurns(atOnce, mostWaiting)
  const onceDrawn = createSingleFlight<Buffer | undefined>()
  /** Bytes in the folder as far as this process knows; counted anew before anything is removed. */
  let known: number | undefined

  async function trim(added: number): Promise<void> {
    known = known === undefined ? undefined : known + added
    if (known !== undefined && known <= maxBytes) return
    const files = (await listFiles(folder)).sort((a, b) => a.used - b.used)
    known = files.reduce((sum, { size }) => sum + size, 0)
    if (known <= maxBytes) return
    for (const { path, size } of files) {
      if (known <= maxBytes * keptShare) break
      await rm(path, { force: true })
      known -= size
    }
  }

  async function keep(name: string, picture: Buffer): Promise<void> {
    const draft = join(folder, `.${randomUUID()}`)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(draft, picture)
      await rename(draft, join(folder, name))
      await trim(picture.length)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      onError(error)
    }
  }

  async function read(name: string): Promise<Buffer | undefined> {
    const path = join(folder, name)
    const picture = await readFile(path).catch(() => undefined)
    if (picture === undefined) return undefined
    const now = Date.now()
    const used = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    )
    if (now - used > markEveryMs) await utimes(path, now / 1000, now / 1000).catch(() => undefined)
    return picture
  }

  async function make(name: string, draw: () => Promise<Buffer>): Promise<Buffer | undefined> {
    const there = await read(name)
    if (there) return there
    if (!(await turns.take())) return undefined
    try {
      // Another process may have drawn it while this one waited.
      const drawn = await read(name)
      if (drawn) return drawn
      const picture = await draw()
      await keep(name, picture)
      return picture
    } finally {
      turns.giveBack()
    }
  }

  return {
    read,
    readOrDraw: (name, draw) => onceDrawn(name, () => make(name, draw)),
  }
}
