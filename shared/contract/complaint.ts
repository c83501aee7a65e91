import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Empty, Id, Text } from '#shared/contract/fields.ts'
import { Choice, ClientToken, TicketOpened, TicketPictures, TicketWords } from '#shared/contract/ticket-fields.ts'

/** What a complaint can be about: two levels. */
export const ComplaintProblem = z.object({ id: z.number(), name: Text, children: z.array(Choice) })
export type ComplaintProblem = z.output<typeof ComplaintProblem>

/** The principal's letter box (spec §2, §7). */
export const complaintApi = {
  /** Whether somebody has or had a course that costs something. */
  existChargeCourse: endpoint('GET /api/user/my-course/exist-charge-course', {
    access: 'user',
    input: Empty,
    output: z.boolean(),
  }),
  courses: endpoint('GET /api/course/list-charge-course-combobox', {
    access: 'user',
    input: Empty,
    output: z.array(Choice),
  }),
  problems: endpoint('GET /api/work/order/complaint/list-complaint-problem', {
    access: 'user',
    input: Empty,
    output: z.array(ComplaintProblem),
  }),
  /** Without a course it is about none. Whoever teaches that course never sees it. */
  save: endpoint('POST /api/work/order/complaint', {
    access: 'user',
    writes: 'one',
    input: z.object({
      courseId: z.optional(Id),
      problemId: z.optional(Id),
      content: TicketWords,
      images: TicketPictures,
      phone: z._default(z.string().check(z.maxLength(32)), ''),
      clientToken: z.optional(ClientToken),
    }),
    output: TicketOpened,
  }),
}
