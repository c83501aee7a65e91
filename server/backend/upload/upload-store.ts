import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { StoredUploadKind, UploadState } from '#shared/contract/enums.ts'
import type { UploadKind, UploadPurpose } from '#shared/rules/upload-rules.ts'

/** Where files of learners' work lie: nobody reads them there without a signature. */
export const studyFolder = 'private/study/'

export interface UploadRow {
  id: number
  userId: number | null
  objectKey: string
  resUrl: string
  purpose: UploadPurpose
  name: string
  contentType: string
  md5: string
  state: number
}

const columns = [
  'uploads.id',
  'uploads.userId',
  'uploads.objectKey',
  'uploads.resUrl',
  'uploads.purpose',
  'uploads.name',
  'uploads.contentType',
  'uploads.md5',
  'uploads.state',
] as const

/** Whether a file that everybody may see was sent under this address, by anybody. */
export async function isUpload(db: Database, resUrl: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.resUrl', '=', resUrl)
    .where('uploads.purpose', '=', 'file')
    .where('uploads.copyOf', 'is', null)
    .where('uploads.state', '=', UploadState.stored)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether `resUrl` is the address of a file that this user has uploaded for `purpose` and that lies there. */
export async function ownsUpload(
  db: Database,
  userId: number,
  resUrl: string,
  purpose: UploadPurpose = 'file',
): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.userId', '=', userId)
    .where('uploads.resUrl', '=', resUrl)
    .where('uploads.purpose', '=', purpose)
    .where('uploads.copyOf', 'is', null)
    .where('uploads.state', '=', UploadState.stored)
    .executeTakeFirst()
  return row !== undefined
}

export async function findUpload(db: Database, objectKey: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').select(columns).where('uploads.objectKey', '=', objectKey).executeTakeFirst()
}

export interface NewUpload {
  readonly userId: number
  readonly objectKey: string
  readonly resUrl: string
  readonly purpose: UploadPurpose
  readonly name: string
  readonly contentType: string
  /** Bytes: told, or the most that there may be. */
  readonly size: number
  readonly md5: string
  readonly kind: UploadKind
  /** The private file that it shows to everybody. */
  readonly copyOf?: number
}

/** Notes that a file is about to come, or finds the note of it; a stored one stays as it is. `again`: there was a note. */
export async function noteUpload(
  db: Database,
  { size, kind, ...upload }: NewUpload,
  now: Date,
): Promise<{ state: number; again: boolean }> {
  const found = await findUpload(db, upload.objectKey)
  if (found?.state === UploadState.stored) return { state: UploadState.stored, again: true }
  const pending = {
    state: UploadState.pending,
    name: upload.name,
    // one that was kept as another type comes again as it was
    contentType: upload.contentType,
    resUrl: upload.resUrl,
    sizeBytes: size,
    createdAt: now,
  }
  const row = await db
    .insertInto('uploads')
    .values({ ...upload, ...pending, kind: StoredUploadKind[kind] })
    .onConflict((conflict) =>
      conflict.column('objectKey').doUpdateSet(pending).where('uploads.state', '!=', UploadState.stored),
    )
    .returning('uploads.state')
    .executeTakeFirst()
  return { state: row?.state ?? UploadState.stored, again: found !== undefined }
}

/** Lets nobody else announce files of this user until the transaction ends. */
export async function holdUploads(trx: Database, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(trx)
}

/** Bytes of a user's files, `except` the one that is asked for: announced since a moment (with the oldest of them), and in all; and how many haven't come. */
export async function sumUploads(
  db: Database,
  userId: number,
  { since, except }: { since: Date; except: string },
): Promise<{ day: number; total: number; oldest: Date | null; pending: number }> {
  const { rows } = await sql<{ day: string; total: string; oldest: Date | null; pending: number }>`
    select coalesce(sum(size_bytes) filter (where created_at > ${since}), 0)::text as day, coalesce(sum(size_bytes), 0)::text as total,
      min(created_at) filter (where created_at > ${since}) as oldest,
      (count(*) filter (where state = ${UploadState.pending}))::int as pending
    from uploads where user_id = ${userId} and object_key <> ${except} and state <> ${UploadState.purged} and copy_of is null`.execute(
    db,
  )
  return {
    day: Number(rows[0]?.day ?? 0),
    total: Number(rows[0]?.total ?? 0),
    oldest: rows[0]?.oldest ?? null,
    pending: rows[0]?.pending ?? 0,
  }
}

/** The file lies at its place, perhaps as another type than it came; nothing happens when that was known. */
export async function markStored(
  db: Database,
  objectKey: string,
  { size, ...kept }: { size: number; name?: string; contentType?: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ ...kept, state: UploadState.stored, sizeBytes: size, storedAt: now })
    .where('uploads.objectKey', '=', objectKey)
    .where('uploads.state', '!=', UploadState.stored)
    .execute()
}

/** The file has gone from its place: it may be sent again. */
export async function markMissing(db: Database, objectKey: string, now: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: UploadState.pending, createdAt: now, storedAt: null })
    .where('uploads.objectKey', '=', objectKey)
    .where('uploads.state', '=', UploadState.stored)
    .execute()
}

/** Of those of these addresses at which a private file is shown to everybody: where that file is. */
export async function findCopied(
  trx: Database,
  resUrls: readonly string[],
): Promise<{ url: string; source: string }[]> {
  if (resUrls.length === 0) return []
  return trx
    .selectFrom('uploads')
    .innerJoin('uploads as own', 'own.id', 'uploads.copyOf')
    .select(['uploads.resUrl as url', 'own.resUrl as source'])
    .where('uploads.resUrl', 'in', [...resUrls])
    .where('uploads.state', '=', UploadState.stored)
    .execute()
}

/** Ends those of these addresses at which a private file was shown to everybody: the purge removes what lies there, as what never came. */
export async function endCopies(trx: Database, resUrls: readonly string[]): Promise<void> {
  if (resUrls.length === 0) return
  await trx
    .updateTable('uploads')
    .set({ state: UploadState.pending, createdAt: new Date(0) })
    .where('uploads.resUrl', 'in', [...resUrls])
    .where('uploads.copyOf', 'is not', null)
    .where('uploads.state', '=', UploadState.stored)
    .execute()
}

/** Ends up to `most` notes of files that never came, and answers their keys. */
export async function purgePending(db: Database, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .updateTable('uploads')
    .set({ state: UploadState.purged })
    .where('uploads.id', 'in', (query) =>
      query
        .selectFrom('uploads')
        .select('uploads.id')
        .where('uploads.state', '=', UploadState.pending)
        .where('uploads.createdAt', '<', before)
        .limit(most),
    )
    .where('uploads.state', '=', UploadState.pending)
    .where('uploads.createdAt', '<', before)
    .returning('uploads.objectKey')
    .execute()
  return rows.map((row) => row.objectKey)
}

/** What was to be removed is still there: the next purge finds it again. */
export async function keepPending(db: Database, objectKey: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: UploadState.pending })
    .where('uploads.objectKey', '=', objectKey)
    .where('uploads.state', '=', UploadState.purged)
    .execute()
}

/** What is shown of a stored file. */
export interface StoredFile {
  url: string
  name: string
  contentType: string
}

/** Those of a user's stored files that have these addresses, in their order; undefined when one of them isn't theirs, or hasn't come. */
export async function findOwnFiles(
  db: Database,
  userId: number,
  urls: readonly string[],
  purpose: UploadPurpose,
): Promise<StoredFile[] | undefined> {
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('uploads')
    .select(['uploads.resUrl as url', 'uploads.name', 'uploads.contentType'])
    .where('uploads.userId', '=', userId)
    .where('uploads.resUrl', 'in', [...urls])
    .where('uploads.purpose', '=', purpose)
    .where('uploads.state', '=', UploadState.stored)
    .execute()
  const byUrl = new Map(rows.map((row) => [row.url, row]))
  const found = urls.map((url) => byUrl.get(url))
  return found.every((file) => file !== undefined) ? found : undefined
}
