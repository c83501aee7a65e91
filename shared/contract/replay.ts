import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, intBetween } from '#shared/contract/fields.ts'
import { GroupId, ImMessage } from '#shared/contract/im-fields.ts'

/** Longest piece of one question, in seconds. */
export const replayWindowSec = 600

/** Something that was said in a class, with the second of its replay at which it was said. */
export const ReplayMessage = z.object({ ...ImMessage.shape, offsetSec: z.number() })
export type ReplayMessage = z.output<typeof ReplayMessage>

/** The chat of a class that can be watched again. */
export const replayApi = {
  /** What was said within these seconds of the replay, in order; what was recalled is gone. */
  timeline: endpoint('GET /api/live-info/replay-timeline', {
    service: 'mindLive',
    access: 'user',
    input: z.object({
      periodId: Id,
      scheduleId: z.optional(Id),
      fromSec: z._default(intBetween(0, 604_800), 0),
      /** At most ten minutes later. */
      toSec: z.optional(intBetween(1, 605_400)),
    }),
    output: z.object({
      messages: z.array(ReplayMessage),
      /** The answer holds everything before this second; ask on from here. */
      untilSec: z.number(),
      /** Length of the replay. */
      totalSec: z.number(),
      /** For the room's staff: the chat under which they take back what was said; null for everybody else. */
      staffGroupId: z.nullable(GroupId),
    }),
  }),
}
