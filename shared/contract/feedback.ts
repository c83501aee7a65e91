import * as z from 'zod/mini'
import { solvedCaptcha } from '#shared/contract/account-fields.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { feedbackTypes } from '#shared/contract/enums.ts'
import { Empty, Id } from '#shared/contract/fields.ts'
import { contactLength } from '#shared/contract/text-lengths.ts'
import { Choice, ClientToken, TicketOpened, TicketPictures, TicketWords } from '#shared/contract/ticket-fields.ts'

/** Feedback (spec §2, §7): of learners, and of visitors without course and pictures. */
export const feedbackApi = {
  /** From an address's third of a day on a visitor's needs a captcha: 4002. */
  feedback: endpoint('POST /api/common/feedback', {
    writes: 'steps',
    input: z.object({
      type: z._default(z.enum(feedbackTypes), 'other'),
      courseId: z.optional(Id),
      periodId: z.optional(Id),
      content: TicketWords,
      contact: z._default(z.string().check(z.maxLength(contactLength)), ''),
      images: TicketPictures,
      clientToken: z.optional(ClientToken),
      ...solvedCaptcha,
    }),
    output: TicketOpened,
  }),
  /** Own courses, the last one first. */
  myCourseCombobox: endpoint('GET /api/common/my-course-combobox', {
    access: 'user',
    input: Empty,
    output: z.array(Choice),
  }),
  /** Lessons of an own course. */
  periodCombobox: endpoint('GET /api/common/period-combobox', {
    access: 'user',
    input: z.object({ courseId: z.optional(Id) }),
    output: z.array(Choice),
  }),
}
