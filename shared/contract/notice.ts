import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, NullableText, Text, Time } from '#shared/contract/fields.ts'

export const PlatformNotice = z.object({
  id: z.number(),
  title: Text,
  content: NullableText,
  img: NullableText,
  url: NullableText,
  begDate: Time,
  endDate: Time,
})
export type PlatformNotice = z.output<typeof PlatformNotice>

/** Visitors' fingerprint cookie, so that a notice closed once isn't shown again to the same browser. */
const Fingerprint = z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)))

export const noticeApi = {
  byUser: endpoint('GET /api/platform/notice/platform-notice-by-user', {
    service: 'adServer',
    input: z.object({ position: z._default(z.enum(['home', 'college']), 'home'), fingerprint: Fingerprint }),
    output: z.nullable(PlatformNotice),
  }),
  addLog: endpoint('POST /api/platform/notice/add-platform-user-log', {
    service: 'adServer',
    writes: 'one',
    input: z.object({ noticeId: Id, action: z.enum(['show', 'click', 'close']), fingerprint: Fingerprint }),
    output: z.literal(true),
  }),
}
