import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseError } from './database-error.ts'
import { readArchive } from './template-archive.ts'

/** The PostgreSQL inside this version of PGlite. */
const embeddedMajor = '18'
/** What only a site with a database has made: who lost the database still has these. */
const learnersFolders = ['uploads', 'private', join('media', 'live')]

function hasFile(folder: string): boolean {
  if (!existsSync(folder)) return false
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || hasFile(join(folder, entry.name)),
  )
}

/**
 * Whether `{dataDir}/db` is a database that can be opened; false where a first start is to make one. What a first start that was
 * killed has left is removed. Throws `DatabaseError` for the database of another PostgreSQL, for a part of one, and for a
 * folder that has lost its database: an empty one made in silence would bury what a backup could still bring back.
 */
export function checkDatabaseFolder(dataDir: string): boolean {
  const folder = resolve(dataDir, 'db')
  // Earlier versions filled the folder in place and marked it until it was whole.
  const oldMark = resolve(dataDir, 'db.unfinished')
  if (existsSync(oldMark)) {
    rmSync(folder, { recursive: true, force: true })
    rmSync(oldMark)
  }
  rmSync(unfinishedFolder(dataDir), { recursive: true, force: true })
  const versionFile = join(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim()
    if (major === embeddedMajor) return true
    throw new DatabaseError(
      `The database in ${folder} belongs to PostgreSQL ${major}, but this version opens only PostgreSQL ${embeddedMajor}.`,
    )
  }
  const how = `restore the backup of ${dataDir}, or move the whole folder away to begin anew`
  if (existsSync(folder))
    throw new DatabaseError(`The folder ${folder} is no database: its file PG_VERSION is missing; ${how}.`)
  const found = learnersFolders.find((name) => hasFile(join(dataDir, name)))
  if (found)
    throw new DatabaseError(
      `The database ${folder} is missing, but there are files in ${join(dataDir, found)}; ${how}.`,
    )
  return false
}

/** Where a first start makes the database, until it is whole. */
export function unfinishedFolder(dataDir: string): string {
  return resolve(dataDir, 'db.new')
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Unpacks the template into a folder that doesn't exist yet. */
export function unpackTemplate(templateFile: string, folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  for (const { path, isFolder, bytes } of readArchive(readFileSync(templateFile))) {
    if (isFolder) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
    else writeFileSync(join(folder, path), bytes, { mode: 0o600 })
  }
}

/** Gives a database that is whole its name, at once and for good. */
export function finishFolder(dataDir: string): void {
  const folder = resolve(dataDir, 'db')
  // What it is known by, before it has its name. Not all of its 1800 files: a power cut now costs no learner's work yet.
  for (const name of ['PG_VERSION', join('global', 'pg_control'), '.']) sync(join(unfinishedFolder(dataDir), name))
  renameSync(unfinishedFolder(dataDir), folder)
  sync(dirname(folder))
}
