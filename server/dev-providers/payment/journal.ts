import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  write,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** One row as it is now: its table, its key, its values. */
export interface JournalEntry {
  readonly table: string
  readonly key: string
  readonly row: unknown
}

/** A file to which every change is added and from which everything is read back after a crash. */
export interface Journal {
  /** Adds rows that belong together; resolves when the disk has them. */
  add(entries: readonly JournalEntry[]): Promise<void>
  /** Resolves when the disk has all that was added. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Reads what a journal says, the latest row of each key; a last line that a crash cut off never happened. */
function readBack(file: string): Map<string, JournalEntry> {
  const rows = new Map<string, JournalEntry>()
  if (!existsSync(file)) return rows
  const lines = readFileSync(file, 'utf8').split('\n')
  // Every whole line ends with a line feed, so the last piece is empty or cut off.
  for (const line of lines.slice(0, -1))
    for (const entry of JSON.parse(line) as JournalEntry[]) rows.set(`${entry.table} ${entry.key}`, entry)
  return rows
}

/** Opens a journal, written anew without what is outdated; answers it with the rows that it holds. */
export function openJournal(file: string): { journal: Journal; entries: readonly JournalEntry[] } {
  mkdirSync(dirname(file), { recursive: true })
  const entries = [...readBack(file).values()]
  const draft = `${file}.new`
  const fd = openSync(draft, 'w', 0o600)
  if (entries.length > 0) writeSync(fd, `${entries.map((entry) => JSON.stringify([entry])).join('\n')}\n`)
  fsyncSync(fd)
  renameSync(draft, file)
  return { journal: appendTo(fd), entries }
}

/** Lines that come while the disk is busy are written together. */
function appendTo(fd: number): Journal {
  let waiting = ''
  let running: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    while (waiting !== '') {
      const bytes = Buffer.from(waiting)
      waiting = ''
      for (let done = 0; done < bytes.length; )
        done += await new Promise<number>((resolve, reject) =>
          write(fd, bytes, done, (error, count) => (error ? reject(error) : resolve(count))),
        )
      await new Promise<void>((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())))
    }
    running = undefined
  }
  // Books that can't be written must not be believed: the process ends, and its memory with it.
  const crash = (error: unknown): never => {
    process.nextTick(() => {
      throw error
    })
    throw error
  }
  const settled = async (): Promise<void> => {
    while (running) await running
  }
  return {
    add(entries) {
      waiting += `${JSON.stringify(entries)}\n`
      running ??= flush().catch(crash)
      return settled()
    },
    settled,
    async close() {
      await settled()
      closeSync(fd)
    },
  }
}
