import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { RoomKind } from '#shared/contract/enums.ts'
import { Id, intBetween, LiveStatusField, NullableText, Text, Time } from '#shared/contract/fields.ts'
import { PlayUrl } from '#shared/contract/play-fields.ts'

/** Which room: by its number, or by its lesson and class, opened or not. */
const which = { roomId: z.optional(Id), periodId: z.optional(Id), scheduleId: z.optional(Id) }

/** How a room is set up. */
export const RoomSettings = z.object({
  /** Null: nobody has opened it yet, and nothing is set. */
  roomId: z.nullable(z.number()),
  kind: z.enum(RoomKind),
  title: Text,
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  liveStatus: LiveStatusField,
  /** Its page. */
  url: Text,
  /** From where it plays unless a teacher's programme sends; none: the lesson's film. */
  urls: z.array(PlayUrl),
  hasPassword: z.boolean(),
  notice: NullableText,
  /** Of the class's learners. */
  qqGroup: NullableText,
})
export type RoomSettings = z.output<typeof RoomSettings>

/** How rooms are set up; every change leaves a line in the audit. */
export const staffRoomApi = {
  room: endpoint('GET /api/staff/room', {
    access: 'staff',
    right: 'room.view',
    input: z.object(which),
    output: RoomSettings,
  }),
  /** What isn't named stays, null clears. A lesson's room comes to be. Who is in a room that is on gets what changed at once. */
  settings: endpoint('POST /api/staff/room/settings', {
    access: 'staff',
    right: 'room.set-up',
    writes: 'steps',
    input: z.strictObject({
      ...which,
      /** In their order: in a class the slides, then the camera. */
      urls: z.optional(
        z
          .array(
            z.object({
              sortNum: intBetween(1, 99),
              name: z._default(z.string().check(z.maxLength(20)), ''),
              url: z.string().check(z.minLength(1), z.maxLength(2048)),
            }),
          )
          .check(z.maxLength(8)),
      ),
      /** Of a room for questions: whoever is in tells the new one, too. */
      password: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
      notice: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
      qqGroup: z.optional(z.nullable(z.string().check(z.regex(/^\d{5,12}$/)))),
    }),
    output: RoomSettings,
  }),
}
