import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '#server/config/config-error.ts'

/**
 * What of a data folder is held: `site` by the primary for as long as the site runs, `database` by whoever opens the embedded
 * database. Two, because a backend whose primary was killed still has the database open for a moment.
 */
export type FolderPart = 'site' | 'database'

export interface FolderLock {
  release(): void
}

export interface LockOptions {
  /** So long the lock is asked for again while another process has it (0). */
  readonly waitMs?: number
  /** The wait begins: who holds it. */
  readonly onWait?: (holder: string) => void
}

const againMs = 100
/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const busyCodes = [5, 6]
const unwritableCodes = [3, 8, 13, 14]
const foreignFileCodes = [11, 26]

// A lock ends when its handle is collected.
const held = new Set<DatabaseSync>()

/**
 * Takes a part of the data folder for this process. The kernel keeps the lock (fcntl, through SQLite) and ends it with the
 * process, however that ends; unlike a file with a pid in it, it holds between containers, whose pids mean nothing to each other.
 * Throws `ConfigError` with one sentence when another process has it, or the folder can't be written or locked.
 *
 * NOTE: on NFS it holds between machines only with a lock service (NFSv4, or lockd); on overlayfs only within one container,
 * whose folder is nobody else's anyway. Nothing else in this process may open the lock file: closing it would end the lock.
 */
export async function lockFolder(
  dataDir: string,
  part: FolderPart,
  { waitMs = 0, onWait }: LockOptions = {},
): Promise<FolderLock> {
  const file = resolve(dataDir, `${part}.lock`)
  const holderFile = `${file}.holder`
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(dataDir, error.code ?? error.message)
  })
  const until = performance.now() + waitMs
  let waited = false
  let lock = open(dataDir, file)
  while (!lock) {
    if (performance.now() >= until)
      throw new ConfigError(
        `The data folder ${dataDir} is in use by another process${readHolder(holderFile)}; stop that one, or set DATA_DIR to another folder.`,
      )
    if (!waited) onWait?.(readHolder(holderFile).trim())
    waited = true
    await pause(againMs)
    lock = open(dataDir, file)
  }
  const own = lock
  held.add(own)
  writeFileSync(holderFile, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}`)
  return {
    release() {
      if (!held.delete(own)) return
      rmSync(holderFile, { force: true })
      own.close()
    },
  }
}

/** The lock, or undefined while another process has it. */
function open(dataDir: string, file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    // Nothing is ever written: no journal may be left behind by a process that is killed.
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
    if (busyCodes.includes(code)) return undefined
    const { message } = error as Error
    if (unwritableCodes.includes(code)) throw unwritable(dataDir, message)
    if (foreignFileCodes.includes(code))
      throw new ConfigError(`The file ${file} is no lock (${message}); delete it when no site runs on this folder.`)
    throw new ConfigError(
      `The data folder ${dataDir} can't be locked (${message}); set DATA_DIR to a folder on a disk of this machine, or use DATABASE_URL.`,
    )
  }
}

function unwritable(dataDir: string, reason: string): ConfigError {
  return new ConfigError(`The folder ${dataDir} can't be written (${reason}); set DATA_DIR to a folder that can.`)
}

/** Who wrote last that they have it, in brackets; for people only. */
function readHolder(holderFile: string): string {
  try {
    return ` (${readFileSync(holderFile, 'utf8')})`
  } catch {
    return ''
  }
}
