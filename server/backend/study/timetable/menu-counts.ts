import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { listOpenWindows } from '#server/backend/exam/exam-window-store.ts'
import { listDueHomework } from '#server/backend/homework/own-homework-store.ts'
import { countUnread } from '#server/backend/message/message-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { countClassDays } from './class-time-store.ts'
import { spanOfDay } from './timetable.ts'

/** What waits for a learner: beside each entry of the menu the number of the page to which it leads. */
export async function readMenuCounts(
  db: Database,
  userId: number,
  at: number,
): Promise<CallOutput<'GET /api/user/menu-counts'>> {
  const now = new Date(at)
  const today = shanghaiDay(at)
  const days = await countClassDays(db, userId, spanOfDay(today), now)
  const due = await listDueHomework(db, userId, { from: now, to: spanOfDay(today, 2).to }, now)
  const windows = await listOpenWindows(db, userId, now)
  return {
    classes: days.reduce((sum, { live, aiLive }) => sum + live + aiLive, 0),
    homework: due.length,
    exams: windows.filter(({ beginAt }) => beginAt === null || beginAt <= now).length,
    messages: await countUnread(db, userId),
  }
}
