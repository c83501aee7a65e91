import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { HomeworkSide } from '#shared/contract/enums.ts'
import { mayCorrect } from './corrector.ts'
import { listUses, takesLesson } from './file-use-store.ts'

/**
 * Whether somebody may see a file of a homework that isn't their own upload: its learner what came back, who may correct it everything, the class
 * what is excellent.
 */
export async function maySeeHomeworkFile(db: Database, session: Session, url: string, now: Date): Promise<boolean> {
  for (const use of await listUses(db, url)) {
    if (use.ownerId === session.userId) return true
    if (await mayCorrect(db, session, use, now)) return true
    if (use.isShown && use.side === HomeworkSide.learner && (await takesLesson(db, session.userId, use))) return true
  }
  return false
}
