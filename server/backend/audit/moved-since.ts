import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { findLastAct } from './last-act-store.ts'

/** The refusal for who has seen an older version: who has changed or deleted the thing since, and when. `noun`: '这组同义词'. */
export async function movedSince(
  db: Database,
  { subject, id, noun }: { subject: string; id: number; noun: string },
): Promise<ApiError> {
  const last = await findLastAct(db, subject, id)
  const who = last ? `${last.nickname ?? '其他同事'}已于 ${shanghaiMoment(last.at.getTime()).slice(0, 16)} ` : ''
  return new ApiError(Code.Toast, `${who}修改了${noun}，请刷新后再改`)
}
