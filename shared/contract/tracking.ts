import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, intBetween } from '#shared/contract/fields.ts'

const Short = z.string().check(z.maxLength(512))
const Fingerprint = z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)))

export const trackingApi = {
  flowCollect: endpoint('POST /api/ubas/flow-collect', {
    service: 'adServer',
    writes: 'one',
    input: z.object({
      events: z
        .array(
          z.object({
            type: z.string().check(z.regex(/^[a-z][a-zA-Z-]{0,31}$/)),
            url: Short,
            referrer: z.optional(Short),
            fingerprint: Fingerprint,
            ts: z.optional(z.number()),
          }),
        )
        .check(z.minLength(1), z.maxLength(50)),
    }),
    output: z.null(),
  }),
  clientError: endpoint('POST /api/log/client-error', {
    writes: 'one',
    input: z.object({
      code: intBetween(-(2 ** 31), 2 ** 31 - 1),
      url: z.optional(Short),
      userId: z.optional(Id),
      fingerprint: Fingerprint,
      userAgent: z.optional(Short),
      time: z.optional(z.number()),
      message: z.optional(Short),
    }),
    output: z.null(),
  }),
}
