import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, NullableText, Text, Time } from '#shared/contract/fields.ts'

/** A prize with its published odds. */
export const Prize = z.object({
  id: z.number(),
  name: Text,
  img: NullableText,
  /** Chance of one draw while it is in stock, 0..1. */
  odds: z.number(),
  isLeft: z.boolean(),
})
export type Prize = z.output<typeof Prize>

export const Activity = z.object({
  id: z.number(),
  name: Text,
  begDate: Time,
  endDate: Time,
  isOpen: z.boolean(),
  prizes: z.array(Prize),
  /** Chance of no prize, 0..1. */
  noPrizeOdds: z.number(),
  /** Draws that this learner has left; one who has won draws no more. */
  remainTimes: z.number(),
  /** SHA-256 of the secret that all draws are computed from, told before the first; hexadecimal. */
  commitment: Text,
  /** The secret itself, once the activity is over: everybody can compute every draw again. */
  secret: NullableText,
  /** Who asks: their draws in order, with what each was computed from; `number` is 0..9999. */
  draws: z.array(
    z.object({
      drawNo: z.number(),
      clientValue: NullableText,
      number: z.number(),
      prizeId: z.nullable(z.number()),
      drawTime: Time,
    }),
  ),
})
export type Activity = z.output<typeof Activity>

/** `number` (0..9999) is where the draw fell on the row of prizes; a prize that has run out is none. */
export const Draw = z.object({
  prizeId: z.nullable(z.number()),
  name: Text,
  img: NullableText,
  remainTimes: z.number(),
  drawNo: z.number(),
  number: z.number(),
})
export type Draw = z.output<typeof Draw>

/** A random value that the learner's page makes for one draw: 8 to 32 bytes, hexadecimal. */
const ClientValue = z.string().check(z.regex(/^[0-9a-f]{16,64}$/))

/** Lotteries of live rooms (spec §3, §7). */
export const activityApi = {
  detail: endpoint('GET /api/activity/detail', {
    service: 'play',
    access: 'user',
    input: z.object({ activityId: z.optional(Id), periodId: z.optional(Id), scheduleId: z.optional(Id) }),
    output: Activity,
  }),
  myPrize: endpoint('GET /api/activity/my/prize', {
    service: 'play',
    access: 'user',
    input: z.object({ activityId: Id }),
    output: z.array(z.object({ prizeId: z.number(), name: Text, img: NullableText, drawTime: Time, kind: Text })),
  }),
  lottery: endpoint('POST /api/activity/lottery', {
    service: 'play',
    access: 'user',
    writes: 'one',
    input: z.object({ activityId: Id, clientValue: z.optional(ClientValue) }),
    output: Draw,
  }),
}
