import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import { Id, LiveStatusField, NullableText, Text, Time } from '#shared/contract/fields.ts'

/** What a learner is told when a class is over. */
export const ClassEnd = z.object({
  periodName: Text,
  sequenceNo: z.nullable(z.number()),
  /** What the course teaches; null: its school doesn't say. */
  learnAim: NullableText,
  /** There is something to do at home until the next class. */
  hasHomework: z.boolean(),
  /** Seconds that the caller was there, as written down while it was on. */
  attendedSec: z.number(),
  /** Seconds from its real begin to its real end. */
  classSec: z.number(),
  /** They have learned the lesson: there for long enough, or the replay watched. */
  isFinished: z.boolean(),
  /** The caller belongs to the room's staff: what learners take home isn't theirs. */
  isStaff: z.boolean(),
  /** The caller's evaluation: null as long as there is none. */
  score: z.nullable(z.number()),
  /** They may give one now. */
  canEvaluate: z.boolean(),
  /** The next class that isn't over; `liveStatus` 2: it is on already. Null: this was the last. */
  next: z.nullable(
    z.object({
      periodId: z.number(),
      periodName: Text,
      kind: z.enum(PeriodKind),
      scheduleId: z.nullable(z.number()),
      begDate: Time,
      endDate: Time,
      liveStatus: LiveStatusField,
    }),
  ),
})
export type ClassEnd = z.output<typeof ClassEnd>

/** The end of a class. */
export const classEndApi = {
  /** Of a class that is over, for those who may be in its room. */
  classEnd: endpoint('GET /api/live-info/class-end', {
    service: 'mindLive',
    access: 'user',
    input: z.object({ periodId: Id, scheduleId: z.optional(Id) }),
    output: ClassEnd,
  }),
}
