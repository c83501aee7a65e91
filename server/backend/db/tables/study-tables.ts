import type { Generated } from 'kysely'
import type { Timestamp } from './account-tables.ts'

/** What learners keep of their learning. */
export interface StudyTables {
  lessonNotes: {
    id: Generated<number>
    userId: number
    courseId: number
    periodId: number
    scheduleId: number | null
    /** Makes it happen once. */
    clientKey: string
    /** Of a class that was on: its room, and when it was written there. */
    roomId: number | null
    moment: Timestamp | null
    /** The film's second; of a class the seconds since its begin, for the order. */
    placeSec: number
    text: string
    version: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  /** How many notes somebody has in a course. */
  noteCourses: { userId: number; courseId: number; notes: number }
}
