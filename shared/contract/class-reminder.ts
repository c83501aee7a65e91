import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id } from '#shared/contract/fields.ts'

/** Being reminded of a class that one needn't be enrolled in (added). */
export const classReminderApi = {
  /**
   * `on`: half an hour before it begins there is a message; learners of the class get one a day before without asking. 4004 when the class
   * begins sooner, isn't open to everybody, or has no time.
   */
  set: endpoint('POST /api/live-info/reminder', {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ periodId: Id, scheduleId: z.optional(Id), on: z.boolean() }),
    output: z.object({ isOn: z.boolean() }),
  }),
}
