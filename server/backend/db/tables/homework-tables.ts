import type { Generated } from 'kysely'
import type { HomeworkOutcome, HomeworkSide, HomeworkState, MarkKind } from '#shared/contract/enums.ts'
import type { Json, Timestamp } from './account-tables.ts'

/** Homework: tasks, what was handed in, and what came back. */
export interface HomeworkTables {
  /** What a lesson asks: of everybody who takes it (`scheduleId` null), or of one class, which goes before. */
  homeworkTasks: {
    id: Generated<number>
    periodId: number
    scheduleId: number | null
    title: string
    requirement: Generated<string>
    /** Hours after the class's end; a fixed moment instead; neither: no time. */
    dueHours: number | null
    dueAt: Timestamp | null
    /** Nothing new is taken from then on. */
    closedAt: Timestamp | null
    version: Generated<number>
    createdBy: number | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  homeworkTaskPictures: { taskId: number; sort: number; url: string }
  homeworks: {
    id: Generated<number>
    userId: number
    taskId: number
    courseId: number
    periodId: number
    scheduleId: number | null
    state: HomeworkState
    version: Generated<number>
    /** Of the last round. */
    roundNo: Generated<number>
    submittedAt: Timestamp
    correctedAt: Timestamp | null
    score: number | null
    /** The learner allows that the class sees it. */
    mayShow: Generated<boolean>
    excellentAt: Timestamp | null
    excellentBy: number | null
  }
  homeworkRounds: {
    id: Generated<number>
    homeworkId: number
    roundNo: number
    content: string
    submittedAt: Timestamp
    dueAt: Timestamp | null
    isLate: boolean
    outcome: HomeworkOutcome | null
    score: number | null
    comment: string | null
    correctedBy: number | null
    correctedAt: Timestamp | null
    returnReason: string | null
    returnedBy: number | null
    returnedAt: Timestamp | null
    /** When its learner took it back, or handed in another. */
    endedAt: Timestamp | null
  }
  homeworkFiles: {
    id: Generated<number>
    roundId: number
    side: HomeworkSide
    sort: number
    url: string
    name: string
    contentType: string
  }
  homeworkDrafts: {
    userId: number
    periodId: number
    scheduleId: number | null
    content: string
    files: Json<{ url: string; name: string; contentType: string }[]>
    version: Generated<number>
    savedAt: Timestamp
  }
  /** What somebody drew on a photo, each stroke by itself. */
  homeworkMarks: {
    id: Generated<number>
    fileId: number
    /** Given by the browser that drew it: the same again changes nothing. */
    key: string
    kind: MarkKind
    points: number[]
    words: string | null
    /** Of its words. */
    version: Generated<number>
    markedBy: number
    markedAt: Timestamp
    removedAt: Timestamp | null
  }
  /** What somebody often writes on homework. */
  homeworkRemarks: { id: Generated<number>; userId: number; words: string; createdAt: Timestamp }
}
