import * as z from 'zod/mini'
import { CustomMessage, imUserTypes, SystemMessage } from '#shared/contract/enums.ts'
import { NullableText, Text, Time } from '#shared/contract/fields.ts'

/** Most characters of one message. */
export const messageLength = 300

/** Key of a room's chat: 'room-12'. */
export const GroupId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** What a client joins a room's chat with (spec §3, IM group): good for a minute and for one joining; on Tencent Cloud IM `sign` is the UserSig. */
export const ImKey = z.object({ id: GroupId, sign: Text, appId: Text })
export type ImKey = z.output<typeof ImKey>

/** Chosen by the sender; the same again is the same message. */
export const ClientMsgId = z.string().check(z.regex(/^[\w-]{8,64}$/))

export const ImUserTypeField = z.enum(imUserTypes)

export const ImSender = z.object({ userId: Text, nickname: Text, headImg: NullableText, userType: ImUserTypeField })
export type ImSender = z.output<typeof ImSender>

/** What was said. `at` names users by their ids. */
export const TextContent = z.object({ text: Text, at: z.array(Text) })
export type TextContent = z.output<typeof TextContent>
export const GiftContent = z.object({ giftId: z.number(), name: Text, img: Text, count: z.number() })
export type GiftContent = z.output<typeof GiftContent>

/**
 * What a system message carries. recall: which messages, and who took them back; push: what is shown; refreshUser and mute: whom; notice and pendant: the new one;
 * evaluate, aiLive and liveStop: nothing, or the new status.
 */
export const SystemContent = z.object({
  seqs: z.optional(z.array(z.number())),
  userId: z.optional(Text),
  isEstoppel: z.optional(z.boolean()),
  /** The mute ends then; null: until it is lifted. */
  untilTime: z.optional(z.nullable(Time)),
  notice: z.optional(NullableText),
  pendant: z.optional(
    z.object({ type: Text, title: Text, img: NullableText, url: NullableText, refId: z.nullable(z.number()) }),
  ),
  /** A type without a pendant any more. */
  removedPendant: z.optional(Text),
  push: z.optional(
    z.object({
      kind: z.enum(['coupon', 'course', 'activity', 'evaluate']),
      refId: z.nullable(z.number()),
      title: Text,
      url: NullableText,
    }),
  ),
  status: z.optional(z.number()),
})
export type SystemContent = z.output<typeof SystemContent>

/**
 * One entry of a room's sequence: text, a gift, or a system message. Numbers begin at 1 and have no gaps, recalls and mutes included,
 * so that who was away asks for what comes after the last number they have.
 */
export const ImMessage = z.object({
  seq: z.number(),
  clientMsgId: NullableText,
  /** Null for system messages. */
  from: z.nullable(ImSender),
  type: z.enum(['text', 'custom', 'system']),
  customType: z.nullable(z.enum(CustomMessage)),
  systemType: z.nullable(z.enum(SystemMessage)),
  /** Null when it was recalled: the words are gone for everybody. */
  text: z.nullable(TextContent),
  gift: z.nullable(GiftContent),
  system: z.nullable(SystemContent),
  time: Time,
  recalled: z.boolean(),
})
export type ImMessage = z.output<typeof ImMessage>
