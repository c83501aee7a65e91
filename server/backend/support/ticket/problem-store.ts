import type { Database } from '#server/backend/db/database.ts'

export interface ProblemRow {
  id: number
  parentId: number | null
  name: string
}

/** What can be chosen, in the school's order. */
export async function listProblems(db: Database): Promise<ProblemRow[]> {
  return db
    .selectFrom('complaintProblems')
    .select(['complaintProblems.id', 'complaintProblems.parentId', 'complaintProblems.name'])
    .where('complaintProblems.enabled', '=', true)
    .orderBy('complaintProblems.sort')
    .orderBy('complaintProblems.id')
    .execute()
}
