import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A reason why the database can't be used; its message is one sentence for the person who starts the site. */
export class DatabaseError extends Error {}

export interface FolderLock {
  release(): void
}

interface Holder {
  readonly pid: number
  /** When that process began, in the kernel's ticks: tells a reused pid apart. Empty where the system has no /proc. */
  readonly began: string
}

const heldHere = new Set<string>()

/**
 * Takes the database of `dataDir` for this process: two processes that open the same folder lose writes without an error.
 * The lock file lies beside the data folder and is taken over only when its process is dead.
 * Throws `DatabaseError` with one sentence when another process holds it or the folder can't be written.
 */
export function lockFolder(dataDir: string): FolderLock {
  const file = resolve(dataDir, 'db.lock')
  if (heldHere.has(file)) throw alreadyOpen(dataDir, process.pid)
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw notWritable(dataDir, error)
  }
  for (let attempt = 0; attempt < 20; attempt++) {
    if (create(dataDir, file)) {
      heldHere.add(file)
      return { release: () => releaseLock(file) }
    }
    const text = readText(file)
    if (text === undefined) continue
    const holder = parseHolder(text)
    if (holder && isAlive(holder)) throw alreadyOpen(dataDir, holder.pid)
    removeStale(file, text)
  }
  throw new DatabaseError(`The lock file ${file} keeps changing; is another process starting and stopping?`)
}

function alreadyOpen(dataDir: string, pid: number): DatabaseError {
  return new DatabaseError(`The database in ${dataDir} is already opened by process ${pid}.`)
}

function notWritable(dataDir: string, error: unknown): DatabaseError {
  return new DatabaseError(`The folder ${dataDir} can't be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`)
}

function create(dataDir: string, file: string): boolean {
  const holder: Holder = { pid: process.pid, began: beganAt(process.pid) }
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw notWritable(dataDir, error)
  }
}

function releaseLock(file: string): void {
  heldHere.delete(file)
  const holder = parseHolder(readText(file) ?? '')
  if (holder?.pid === process.pid) unlinkSync(file)
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>
    return typeof value.pid === 'number' ? { pid: value.pid, began: value.began ?? '' } : undefined
  } catch {
    return undefined
  }
}

function isAlive(holder: Holder): boolean {
  // NOTE: our own pid in a file that this process didn't write comes from an earlier container with the same numbering
  if (holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const began = beganAt(holder.pid)
  return began === '' || holder.began === '' || began === holder.began
}

/** Field 22 of /proc/{pid}/stat, or '' without /proc. */
function beganAt(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** Moves the stale file away; when somebody else renewed it meanwhile, puts theirs back. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readText(aside) !== staleText) {
    try {
      linkSync(aside, file)
    } catch {
      // a third process has written its own meanwhile: that one counts
    }
  }
  unlinkSync(aside)
}
