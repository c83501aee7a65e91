import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Empty, NullableText, Text, Time } from '#shared/contract/fields.ts'

/** What is known of a learner's calendar address; the address itself is shown only when it is made. */
export const CalendarState = z.object({
  createTime: Time,
  /** When a calendar fetched it last; null: none has yet. */
  fetchTime: z.nullable(Time),
  /** The program that did, as it calls itself. */
  fetchedBy: NullableText,
})
export type CalendarState = z.output<typeof CalendarState>

/** The learner's school in their own calendar: an address that programs fetch without a login. */
export const calendarApi = {
  /** Null: there is none. */
  state: endpoint('GET /api/user/calendar', { access: 'user', input: Empty, output: z.nullable(CalendarState) }),
  /** Makes the address, or another one in its place: then the former opens nothing any more. */
  make: endpoint('POST /api/user/calendar/make', {
    access: 'user',
    writes: 'one',
    input: Empty,
    /** Our own path; the one time that it is told. */
    output: z.object({ path: Text }),
  }),
  /** The address opens nothing any more; again changes nothing. */
  revoke: endpoint('POST /api/user/calendar/revoke', {
    access: 'user',
    writes: 'one',
    input: Empty,
    output: z.literal(true),
  }),
}
