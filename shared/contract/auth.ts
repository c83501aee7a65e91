import * as z from 'zod/mini'
import {
  captchaProof,
  InviteId,
  NationCode,
  PasswordTyped,
  PhoneTyped,
  RegisterParam,
  SignedIn,
  SmsPurposeField,
  solvedCaptcha,
  Ticket,
  Typed,
} from '#shared/contract/account-fields.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Empty, Flag, NullableText, Text, Time } from '#shared/contract/fields.ts'

/** Captcha info (spec §3); only the fields of the chosen type are filled. */
export const CaptchaInfo = z.object({
  captchaType: z.enum(['blockPuzzle', 'simpleCircle']),
  /** Of the image captcha; goes back as captchaKey. */
  key: Text,
  /** Of the slide captcha; goes back as captchaToken once it is solved. */
  token: Text,
  /** 16 characters: key of AES-128-ECB with PKCS7. */
  secretKey: Text,
  /** Image captcha: WebP in base64, 240 by 80. */
  base64Img: Text,
  /** Slide captcha: the picture with its hole and decoys, 310 by 155, WebP in base64. */
  originalImageBase64: Text,
  /** Slide captcha: the piece, 47 by 155, transparent, WebP in base64. */
  jigsawImageBase64: Text,
})
export type CaptchaInfo = z.output<typeof CaptchaInfo>

/** Answer to a request for a code: when the next one may be asked for (epoch ms). */
export const CodeSent = z.object({ nextSendTime: Time })

/** One of two accounts, as its owner recognises it. */
const ChoiceAccount = z.object({ nickname: Text, phone: NullableText })

/** Sign-up, sign-in, codes and captchas (spec §7, auth). */
export const authApi = {
  register: endpoint('POST /api/auth/register', {
    writes: 'steps',
    input: z.object({
      phoneNum: PhoneTyped,
      nationCode: NationCode,
      captchaCode: PhoneTyped,
      password: PasswordTyped,
      nickname: z.optional(Typed),
      qqNum: z.optional(Typed),
      inviteUserId: InviteId,
      clueUserId: InviteId,
      registerParam: RegisterParam,
      /** The agreement box, ticked by default. */
      agreementStatus: z._default(Flag, true),
    }),
    output: SignedIn,
  }),
  sendSms: endpoint('POST /api/auth/sendSms', {
    writes: 'steps',
    input: z.object({
      phoneNumber: PhoneTyped,
      nationCode: NationCode,
      ...captchaProof,
      purpose: z._default(SmsPurposeField, 'login'),
    }),
    output: CodeSent,
  }),
  login: endpoint('POST /api/auth/login', {
    writes: 'steps',
    input: z.object({
      loginType: z.enum(['password', 'phone']),
      phoneNum: PhoneTyped,
      nationCode: NationCode,
      /** Password mode. */
      password: z.optional(PasswordTyped),
      /** Password mode: after an answer 4002, which asks for a captcha. */
      ...solvedCaptcha,
      /** Phone mode: the code of the SMS. */
      captchaCode: z.optional(Typed),
      /** Phone mode with a number that is new: given, it asks for an account. */
      nickname: z.optional(Typed),
      qqNum: z.optional(Typed),
      inviteUserId: InviteId,
      clueUserId: InviteId,
      registerParam: RegisterParam,
      agreementStatus: z._default(Flag, true),
    }),
    output: SignedIn,
  }),
  captchaGet: endpoint('GET /api/auth/captcha/get', {
    writes: 'steps',
    input: z.object({
      /** Milliseconds, against caches. */
      s: z.optional(z.union([z.string(), z.number()])),
      /** The other captcha, for who can't solve the first. */
      captchaType: z.optional(z.enum(['blockPuzzle', 'simpleCircle'])),
    }),
    output: CaptchaInfo,
  }),
  /** An image captcha read out (own addition): a WAV in base64. 4002 when it is over, or was read out three times. */
  captchaAudio: endpoint('GET /api/auth/captcha/audio', {
    writes: 'steps',
    input: z.object({ key: Typed }),
    output: z.object({ audio: Text }),
  }),
  captchaCheck: endpoint('POST /api/auth/captcha/block/check', {
    writes: 'steps',
    input: z.object({
      /** Base64 of AES-128-ECB over {"x":number,"y":5}. */
      pointJson: z.string().check(z.maxLength(256)),
      captchaType: z.literal('blockPuzzle'),
      token: Typed,
    }),
    output: z.object({ result: z.enum({ failed: 0, passed: 1 }) }),
  }),
  logout: endpoint('GET /api/auth/logout', { writes: 'steps', input: Empty, output: z.null() }),
  resetPasswordOne: endpoint('POST /api/auth/reset-password-one', {
    writes: 'steps',
    /** Without a number it is the phone of whoever is logged in. */
    input: z.object({ phoneNum: z.optional(Typed), nationCode: NationCode, captchaCode: PhoneTyped }),
    output: z.object({ ticket: Text }),
  }),
  resetPasswordTwo: endpoint('POST /api/auth/reset-password-two', {
    writes: 'steps',
    input: z.object({ ticket: z.optional(Ticket), password: PasswordTyped }),
    output: z.boolean(),
  }),
  /** A code to the current phone: to change it, the password or a linked account, to take the data along or to end the account. */
  restBindSms: endpoint('GET /api/auth/rest/bind/sms', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      ...captchaProof,
      purpose: z._default(z.enum(['bindOld', 'reset', 'deregister', 'export', 'verify']), 'bindOld'),
    }),
    output: CodeSent,
  }),
  validateBindSms: endpoint('POST /api/auth/validate/bind/sms', {
    access: 'user',
    writes: 'steps',
    input: z.object({ captchaCode: PhoneTyped }),
    output: z.object({ ticket: Text }),
  }),
  /** Proves once more who is signed in, by the password or a code to the own phone: for ten minutes the ways in may be changed. */
  verify: endpoint('POST /api/auth/verify', {
    access: 'user',
    writes: 'steps',
    input: z.object({ password: z.optional(z.string().check(z.maxLength(256))), captchaCode: z.optional(Typed) }),
    output: z.object({ verifiedUntil: Time }),
  }),
  /** Answers 4002 when too many were asked about from one address: then a captcha goes with the question, which spends it. */
  phoneExist: endpoint('GET /api/auth/check/phoneNum/exist', {
    writes: 'steps',
    input: z.object({ phoneNum: PhoneTyped, nationCode: NationCode, ...solvedCaptcha }),
    output: z.boolean(),
  }),
  restBindPhone: endpoint('POST /api/auth/rest/bind/phoneNum', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      phoneNum: PhoneTyped,
      nationCode: NationCode,
      captchaCode: PhoneTyped,
      ticket: z.optional(Ticket),
    }),
    output: z.boolean(),
  }),
  /** True when the user's phone is real (spec §4, real-phone guard). */
  phoneIsReal: endpoint('GET /api/auth/check/virtual/phoneNum', { access: 'user', input: Empty, output: z.boolean() }),
  updatePhone: endpoint('POST /api/auth/update/phoneNum', {
    access: 'user',
    writes: 'steps',
    input: z.object({ phoneNum: PhoneTyped, nationCode: NationCode, captchaCode: PhoneTyped }),
    output: z.boolean(),
  }),
  randomNickname: endpoint('GET /api/auth/random-nickname', {
    input: z.object({ phoneNum: z.optional(Typed) }),
    output: Text,
  }),
  /** A token for a link into the site, good once and for a minute; for whoever is logged in. */
  linkToken: endpoint('POST /api/auth/link-token', {
    access: 'user',
    writes: 'steps',
    input: Empty,
    output: z.object({ token: Text, expireTime: Time }),
  }),
  /**
   * Turns such a token into a session; the site's own server calls it when a page is opened with `?token=`. With `needsChoice` nothing has
   * changed: another account is signed in here, and is asked first.
   */
  tokenLogin: endpoint('POST /api/auth/token-login', {
    writes: 'steps',
    input: z.object({ token: z.string().check(z.maxLength(512)) }),
    output: z.extend(SignedIn, { needsChoice: z.boolean() }),
  }),
  /** The account that is signed in and the one of a link that was opened meanwhile; null when no link waits. Phones are masked. */
  accountChoice: endpoint('GET /api/auth/account-choice', {
    access: 'user',
    input: Empty,
    output: z.nullable(z.object({ id: Text, current: ChoiceAccount, other: ChoiceAccount })),
  }),
  /** Signs in with the link's account or stays with one's own; once, within five minutes. */
  chooseAccount: endpoint('POST /api/auth/account-choice', {
    access: 'user',
    writes: 'steps',
    input: z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)), choice: z.enum(['keep', 'switch']) }),
    output: z.boolean(),
  }),
}
