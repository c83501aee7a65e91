import * as z from 'zod/mini'
import { OauthProvider, SmsPurpose } from '#shared/contract/enums.ts'
import { intBetween } from '#shared/contract/fields.ts'

/**
 * Fields of sign-up and sign-in. Their shape is loose on purpose: what a learner typed wrong is answered by the handler
 * with the form code of its field (spec §8), not by a refusal of the whole call.
 */
export const Typed = z.string().check(z.maxLength(64))
/** A phone number as typed. */
export const PhoneTyped = z._default(Typed, '')
/** Dial code; 86 when it isn't given (spec §9). */
export const NationCode = z._default(intBetween(1, 9999), 86)
/** Up to 256 characters may arrive, 6 to 12 are accepted. */
export const PasswordTyped = z._default(z.string().check(z.maxLength(256)), '')
/** One of the one-time secrets that we hand out: state, ticket, token. */
export const Ticket = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/))

/** Invite and clue ids: up to 19 digits, anything else counts as not given (spec §4). */
export const InviteId = z.optional(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number) => (/^[0-9]{1,19}$/.test(String(value)) ? String(value) : undefined)),
  ),
)

/** Carried by sign-up, and by login in phone mode. */
export const RegisterParam = z.optional(
  z.object({
    inviteUserId: InviteId,
    clueUserId: InviteId,
    registerSource: z.optional(Typed),
    qqNum: z.optional(Typed),
  }),
)

/** How a solved captcha goes with a call: 'smsCode', or nothing, for none. */
export const solvedCaptcha = {
  captchaType: z._default(z.enum(['blockPuzzle', 'simpleCircle', 'smsCode']), 'smsCode'),
  /** Image captcha: what was read. */
  code: z.optional(Typed),
  /** Slide captcha: the token of the solved challenge. */
  captchaToken: z.optional(Typed),
  /** Image captcha: its key. */
  captchaKey: z.optional(Typed),
} as const

/** How a captcha proves itself when a code is asked for (spec §3, send-SMS payload). */
export const captchaProof = {
  ...solvedCaptcha,
  /** 'VOICE_CODE' for a call; absent for a text message. */
  smsType: z.optional(z.literal('VOICE_CODE')),
} as const

export const SmsPurposeField = z.enum(SmsPurpose)
export const OauthProviderField = z.enum(OauthProvider)

/** What every way of signing in answers; the session itself is a cookie that script can't read. */
export const SignedIn = z.object({
  userId: z.number(),
  /** The account is new: the page comes back with isRegistered=1. */
  isRegistered: z.boolean(),
  phoneIsReal: z.boolean(),
})
export type SignedIn = z.output<typeof SignedIn>
