import type { Database } from '#server/backend/db/database.ts'
import { ExportState } from '#shared/contract/enums.ts'

export interface ExportRow {
  id: number
  state: number
  fileKey: string | null
  sizeBytes: number | null
  requestedAt: Date
  expiresAt: Date | null
}

const columns = [
  'dataExports.id',
  'dataExports.state',
  'dataExports.fileKey',
  'dataExports.sizeBytes',
  'dataExports.requestedAt',
  'dataExports.expiresAt',
] as const

export function findLatestExport(db: Database, userId: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom('dataExports')
    .select(columns)
    .where('dataExports.userId', '=', userId)
    .orderBy('dataExports.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Notes that an export is being made; undefined when one is already. */
export function beginExport(db: Database, userId: number, now: Date): Promise<ExportRow | undefined> {
  return db
    .insertInto('dataExports')
    .values({ userId, requestedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export interface MadeExport {
  readonly fileKey: string
  readonly sizeBytes: number
  readonly readyAt: Date
  readonly expiresAt: Date
}

/** The export is there, and older ones of the learner are gone; false when it isn't wanted any more. */
export async function finishExport(trx: Database, id: number, made: MadeExport): Promise<boolean> {
  const row = await trx
    .updateTable('dataExports')
    .set({ state: ExportState.ready, ...made })
    .where('dataExports.id', '=', id)
    .where('dataExports.state', '=', ExportState.making)
    .returning('dataExports.userId')
    .executeTakeFirst()
  if (!row) return false
  await trx
    .updateTable('dataExports')
    .set({ state: ExportState.gone })
    .where('dataExports.userId', '=', row.userId)
    .where('dataExports.id', '<', id)
    .where('dataExports.state', '=', ExportState.ready)
    .execute()
  return true
}

export async function failExport(db: Database, id: number): Promise<void> {
  await db
    .updateTable('dataExports')
    .set({ state: ExportState.failed })
    .where('dataExports.id', '=', id)
    .where('dataExports.state', '=', ExportState.making)
    .execute()
}

/** Ends exports that are over, and those that were begun before `stuckBefore` and can't come any more. Answers how many. */
export async function endOldExports(db: Database, now: Date, stuckBefore: Date): Promise<number> {
  const over = await db
    .updateTable('dataExports')
    .set({ state: ExportState.gone })
    .where('dataExports.state', '=', ExportState.ready)
    .where('dataExports.expiresAt', '<=', now)
    .returning('dataExports.id')
    .execute()
  const stuck = await db
    .updateTable('dataExports')
    .set({ state: ExportState.failed })
    .where('dataExports.state', '=', ExportState.making)
    .where('dataExports.requestedAt', '<', stuckBefore)
    .returning('dataExports.id')
    .execute()
  return over.length + stuck.length
}

/** Exports that are gone, but whose file isn't yet. */
export async function listGoneFiles(db: Database, most: number): Promise<{ id: number; fileKey: string }[]> {
  const rows = await db
    .selectFrom('dataExports')
    .select(['dataExports.id', 'dataExports.fileKey'])
    .where('dataExports.state', '=', ExportState.gone)
    .where('dataExports.fileKey', 'is not', null)
    .limit(most)
    .execute()
  return rows.flatMap(({ id, fileKey }) => (fileKey === null ? [] : [{ id, fileKey }]))
}

export async function forgetFile(db: Database, id: number): Promise<void> {
  await db.updateTable('dataExports').set({ fileKey: null }).where('dataExports.id', '=', id).execute()
}
