import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { HomeworkOutcome, HomeworkSide, HomeworkState, type MarkKind } from '#shared/contract/enums.ts'
import { mostMarks } from '#shared/contract/text-lengths.ts'

/** A round of a homework. */
export interface WhichRound {
  readonly homeworkId: number
  readonly roundNo: number
}

export interface MarkRow {
  key: string
  url: string
  kind: MarkKind
  points: number[]
  words: string | null
  version: number
  markedById: number
  markedBy: string
}

/** What is drawn on a round's files, in order. `decidedOnly`: as long as nobody has decided about the round there is nothing. */
export async function listMarks(
  db: Database,
  { homeworkId, roundNo }: WhichRound,
  { decidedOnly }: { decidedOnly: boolean },
): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select m.key::text as key, f.url, m.kind, m.points, m.words, m.version, m.marked_by as marked_by_id,
      coalesce((select t.name from teachers t where t.user_id = u.id order by t.id limit 1), u.nickname) as marked_by
    from homework_rounds d join homework_files f on f.round_id = d.id and f.side = ${sql.lit(HomeworkSide.learner)}
    join homework_marks m on m.file_id = f.id and m.removed_at is null join users u on u.id = m.marked_by
    where d.homework_id = ${homeworkId} and d.round_no = ${roundNo}
      and (not ${decidedOnly}::boolean or d.outcome in (${sql.lit(HomeworkOutcome.returned)}, ${sql.lit(HomeworkOutcome.corrected)}))
    order by m.id limit ${sql.lit(mostMarks)}`.execute(db)
  return rows
}

/** Holds a homework still while its round is marked; false when this round doesn't wait any more. */
export async function holdWaitingRound(trx: Database, { homeworkId, roundNo }: WhichRound): Promise<boolean> {
  const { rows } = await sql`
    select 1 from homeworks where id = ${homeworkId} and round_no = ${roundNo} and state = ${sql.lit(HomeworkState.waitingCorrection)} for update`.execute(
    trx,
  )
  return rows.length > 0
}

/** How many marks a round has, and of how many numbers they are; those that were taken away counted too. */
export async function countMarks(
  trx: Database,
  { homeworkId, roundNo }: WhichRound,
): Promise<{ marks: number; numbers: number }> {
  const { rows } = await sql<{ marks: number; numbers: number }>`
    select count(*)::int as marks, coalesce(sum(cardinality(m.points)), 0)::int as numbers from homework_rounds d join homework_files f on f.round_id = d.id join homework_marks m on m.file_id = f.id
    where d.homework_id = ${homeworkId} and d.round_no = ${roundNo}`.execute(trx)
  return rows[0] ?? { marks: 0, numbers: 0 }
}

/** A learner's file of a round by its address. */
export async function findRoundFile(
  trx: Database,
  { homeworkId, roundNo }: WhichRound,
  url: string,
): Promise<{ id: number; contentType: string } | undefined> {
  return trx
    .selectFrom('homeworkFiles')
    .innerJoin('homeworkRounds', 'homeworkRounds.id', 'homeworkFiles.roundId')
    .select(['homeworkFiles.id', 'homeworkFiles.contentType'])
    .where('homeworkRounds.homeworkId', '=', homeworkId)
    .where('homeworkRounds.roundNo', '=', roundNo)
    .where('homeworkFiles.side', '=', HomeworkSide.learner)
    .where('homeworkFiles.url', '=', url)
    .executeTakeFirst()
}

export interface NewMark {
  readonly key: string
  readonly kind: MarkKind
  readonly points: readonly number[]
  readonly words: string | null
}

/** Those that are there already stay as they are. */
export async function insertMarks(
  trx: Database,
  { fileId, by }: { fileId: number; by: number },
  marks: readonly NewMark[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('homeworkMarks')
    .values(marks.map(({ points, ...mark }) => ({ ...mark, points: [...points], fileId, markedBy: by, markedAt: now })))
    .onConflict((conflict) => conflict.columns(['fileId', 'key']).doNothing())
    .execute()
}

/** SQL: marks of a round that somebody drew. */
function ownMarks({ homeworkId, roundNo }: WhichRound, by: number) {
  return sql`m.marked_by = ${by} and m.file_id in (select f.id from homework_files f join homework_rounds d on d.id = f.round_id
    where d.homework_id = ${homeworkId} and d.round_no = ${roundNo})`
}

/** Takes own marks away or brings them back; answers how many were found. */
export async function setRemoved(
  trx: Database,
  round: WhichRound,
  { keys, isRemoved, by }: { keys: readonly string[]; isRemoved: boolean; by: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update homework_marks m set removed_at = ${isRemoved ? now : null}
    where ${ownMarks(round, by)} and m.key = any(${[...keys]}::uuid[]) returning 1`.execute(trx)
  return rows.length
}

/** Other words at an own pin; undefined when it isn't there, or has newer ones. */
export async function setMarkWords(
  trx: Database,
  round: WhichRound,
  { key, words, version, by }: { key: string; words: string | null; version: number; by: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update homework_marks m set words = ${words}, version = m.version + 1
    where ${ownMarks(round, by)} and m.key = ${key}::uuid and m.version = ${version} and m.removed_at is null returning m.version`.execute(
    trx,
  )
  return rows[0]?.version
}
