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
  /** Somebody's calendar address; what opens it is known by its hash alone. */
  calendarFeeds: {
    userId: number
    secretHash: Buffer
    createdAt: Timestamp
    fetchedAt: Timestamp | null
    /** The program that fetched it last, as it calls itself. */
    fetchedBy: string | null
  }
  /** What somebody's calendar was told last of an event. */
  calendarEvents: {
    userId: number
    uid: string
    sequence: Generated<number>
    beginAt: Timestamp
    endAt: Timestamp
    summary: string
    description: string
    /** Our own path. */
    url: string | null
    /** Null: it stands. */
    cancelledAt: Timestamp | null
    changedAt: Timestamp
  }
  /** How many notes somebody has in a course. */
  noteCourses: { userId: number; courseId: number; notes: number }
}
