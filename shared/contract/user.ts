import * as z from 'zod/mini'
import { NationCode, OauthProviderField, PasswordTyped, PhoneTyped, Typed } from '#shared/contract/account-fields.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ExportState, securityEventKinds } from '#shared/contract/enums.ts'
import { Empty, Flag, Id, intBetween, NullableText, Text, Time } from '#shared/contract/fields.ts'

/** User info (spec §3). */
export const UserInfo = z.object({
  id: z.number(),
  nickname: Text,
  headImg: NullableText,
  realName: NullableText,
  customerStatus: z.number(),
  adminRole: z.boolean(),
  /** Has a role in the school: homework to correct, classes to give. */
  isStaff: z.optional(z.boolean()),
  /** Whether the phone is one that takes codes; a service that leaves it out is asked for it (`check/virtual/phoneNum`). */
  phoneIsReal: z.optional(z.boolean()),
  /** Order number of the newest entrance that wasn't opened yet: the header says so. */
  entranceNo: z.optional(NullableText),
  /** Whether a message is unread. */
  unread: z.optional(z.boolean()),
  /** How many messages wait for a confirmation, at most 20. */
  forced: z.optional(z.number()),
})
export type UserInfo = z.output<typeof UserInfo>

/** What anybody may see of a user. */
export const PublicUser = z.object({
  id: z.number(),
  nickname: Text,
  headImg: NullableText,
  introduction: NullableText,
})
export type PublicUser = z.output<typeof PublicUser>

const short = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/** Answers about the learner, each free to give. */
const profileFields = {
  /** 1 male, 2 female, 0 not said. */
  gender: z.optional(intBetween(0, 2)),
  qqNum: short(16),
  realName: short(32),
  occupation: short(32),
  /** Why they learn. */
  purpose: short(32),
  /** How far they are. */
  base: short(32),
  /** Hours a week. */
  learnTime: short(32),
  /** One line for the own public page. */
  introduction: short(100),
}
export const Profile = z.object({
  ...profileFields,
  /** When the profile was completed first, or null. */
  completedTime: z.nullable(Time),
})
export type Profile = z.output<typeof Profile>

/** What the account-security page shows; the phone is masked. */
export const AccountSecurity = z.object({
  phone: NullableText,
  nationCode: z.number(),
  phoneIsReal: z.boolean(),
  hasPassword: z.boolean(),
  passwordSetTime: z.nullable(Time),
  identities: z.array(z.object({ provider: OauthProviderField, nickname: NullableText, linkedTime: Time })),
  /** The account ends at `dueTime` unless that is taken back. */
  deregistration: z.nullable(z.object({ requestedTime: Time, dueTime: Time })),
  /** Why the account can't be ended now; empty when it can. */
  deregisterObstacles: z.array(Text),
  lastLogin: z.nullable(z.object({ time: Time, method: Text })),
  /** What the learner can prove themselves by in this session, and until when they have; null: not yet, or not by a way of their own. */
  verification: z.object({
    ways: z.array(z.enum(['password', 'phone'])),
    verifiedUntil: z.nullable(Time),
    signedInUntil: z.nullable(Time),
  }),
  /** What happened to the ways into the account last, newest first. */
  events: z.array(
    z.object({
      kind: z.enum(securityEventKinds),
      provider: z.nullable(OauthProviderField),
      device: Text,
      address: NullableText,
      time: Time,
    }),
  ),
})
export type AccountSecurity = z.output<typeof AccountSecurity>

/** Where the account is signed in; addresses are masked. */
export const SignedInPlaces = z.object({
  sessions: z.array(
    z.object({
      id: Text,
      channel: Text,
      /** How it was opened, or null when that wasn't kept. */
      method: NullableText,
      /** Browser and system in words. */
      device: Text,
      address: NullableText,
      signedInTime: Time,
      lastSeenTime: Time,
      isCurrent: z.boolean(),
    }),
  ),
  /** Links that would still sign in. */
  links: z.array(z.object({ createdTime: Time, expireTime: Time })),
})
export type SignedInPlaces = z.output<typeof SignedInPlaces>

export const Address = z.object({
  id: z.number(),
  consignee: Text,
  nationCode: z.number(),
  phone: Text,
  province: Text,
  city: Text,
  district: Text,
  detail: Text,
  isDefault: z.boolean(),
})
export type Address = z.output<typeof Address>

export const DataExport = z.object({
  /** 1 being made, 2 ready, 3 failed, 4 gone. */
  state: z.enum(ExportState),
  requestedTime: Time,
  expireTime: z.nullable(Time),
  sizeBytes: z.nullable(z.number()),
  /** Signed, good for ten minutes; null unless ready. */
  downloadUrl: NullableText,
})
export type DataExport = z.output<typeof DataExport>

const Part = z._default(z.string().check(z.maxLength(100)), '')

/** The account and what belongs to it (spec §7, user). */
export const userApi = {
  info: endpoint('GET /api/user/info', { access: 'user', input: Empty, output: UserInfo }),
  infoByUid: endpoint('GET /api/user/info/get-user-info-by-uid', { input: z.object({ uid: Id }), output: PublicUser }),
  infoUpdate: endpoint('POST /api/user/info/update', {
    access: 'user',
    writes: 'one',
    input: z.object({
      nickname: z.optional(Typed),
      headImg: z.optional(z.string().check(z.maxLength(512))),
      realName: short(32),
      gender: z.optional(intBetween(0, 2)),
      qqNum: short(16),
    }),
    output: z.boolean(),
  }),
  profileGet: endpoint('GET /api/user/info/profile', { access: 'user', input: Empty, output: Profile }),
  profileSave: endpoint('POST /api/user/info/profile', {
    access: 'user',
    writes: 'one',
    input: z.object(profileFields),
    output: z.boolean(),
  }),
  fastSetPassword: endpoint('POST /api/user/info/fast-set-password', {
    access: 'user',
    writes: 'steps',
    input: z.object({ password: PasswordTyped }),
    output: z.boolean(),
  }),
  security: endpoint('GET /api/user/info/security', { access: 'user', input: Empty, output: AccountSecurity }),
  sessions: endpoint('GET /api/user/sessions', { access: 'user', input: Empty, output: SignedInPlaces }),
  /** Ends one of the own sessions; false when there is none of this id any more. */
  sessionEnd: endpoint('POST /api/user/sessions/end', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) }),
    output: z.boolean(),
  }),
  /** Ends all own sessions but the caller's, and every link that would open one. */
  sessionsEndOthers: endpoint('POST /api/user/sessions/end-others', {
    access: 'user',
    writes: 'one',
    input: Empty,
    output: z.boolean(),
  }),
  addresses: endpoint('GET /api/user/address', { access: 'user', input: Empty, output: z.array(Address) }),
  addressSave: endpoint('POST /api/user/address', {
    access: 'user',
    writes: 'one',
    input: z.object({
      id: z.optional(Id),
      consignee: Part,
      nationCode: NationCode,
      phone: PhoneTyped,
      province: Part,
      city: Part,
      district: Part,
      detail: Part,
      isDefault: z._default(Flag, false),
    }),
    output: z.object({ id: z.number() }),
  }),
  /** The latest export, or null. */
  dataExport: endpoint('GET /api/user/data-export', { access: 'user', input: Empty, output: z.nullable(DataExport) }),
  dataExportStart: endpoint('POST /api/user/data-export', {
    access: 'user',
    writes: 'steps',
    input: z.object({ captchaCode: PhoneTyped }),
    output: DataExport,
  }),
  deregister: endpoint('POST /api/user/deregister', {
    access: 'user',
    writes: 'steps',
    input: z.object({ captchaCode: PhoneTyped, reason: short(200) }),
    output: z.object({ dueTime: Time }),
  }),
  deregisterCancel: endpoint('POST /api/user/deregister/cancel', {
    access: 'user',
    writes: 'one',
    input: Empty,
    output: z.boolean(),
  }),
}
