import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import { Flag, Id, intBetween, Money, NullableText, Text, Time } from '#shared/contract/fields.ts'
import {
  ClientMsgId,
  GroupId,
  ImKey,
  ImMessage,
  ImSender,
  ImUserTypeField,
  messageLength,
  SystemContent,
} from '#shared/contract/im-fields.ts'

const UserId = z.string().check(z.regex(/^\d{1,19}$/))

/** A room by its chat, or by its lesson. */
const where = { groupId: z.optional(GroupId), periodId: z.optional(Id), scheduleId: z.optional(Id) }

export const ImUser = z.object({
  userId: Text,
  nickname: Text,
  headImg: NullableText,
  userType: ImUserTypeField,
  isEstoppel: z.boolean(),
  /** The mute ends then; null: until it is lifted, or there is none. */
  untilTime: z.nullable(Time),
})
export type ImUser = z.output<typeof ImUser>

/** What a client needs to join a room's chat. */
export const ImGroup = z.object({
  ...ImKey.shape,
  /** Which client joins: socket.io at our own address, or Tencent's. */
  engine: z.enum(['embedded', 'tencent']),
  /** Who the client is in this room. */
  me: z.object({ ...ImSender.shape, isEstoppel: z.boolean(), untilTime: z.nullable(Time), isStaff: z.boolean() }),
  /** The room's last number when the ticket was made. */
  lastSeq: z.number(),
})
export type ImGroup = z.output<typeof ImGroup>

/** Chat of rooms (spec §3, §7). */
export const imApi = {
  joinGroup: endpoint('GET /api/im/join-group', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object(where),
    output: ImGroup,
  }),
  sendMsg: endpoint('POST /api/im/send-msg', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object({
      groupId: GroupId,
      clientMsgId: ClientMsgId,
      text: z.string().check(z.minLength(1), z.maxLength(messageLength)),
      at: z._default(z.array(UserId).check(z.maxLength(10)), []),
    }),
    output: z.object({ seq: z.number() }),
  }),
  /** Newest last. Before a number: older ones; after a number: what was missed. */
  history: endpoint('GET /api/im/message-history-list', {
    service: 'play',
    access: 'user',
    input: z.object({
      groupId: GroupId,
      beforeSeq: z.optional(intBetween(1, 2_000_000_000)),
      afterSeq: z.optional(intBetween(0, 2_000_000_000)),
      size: z._default(intBetween(1, 200), 50),
    }),
    output: z.array(ImMessage),
  }),
  userInfo: endpoint('POST /api/im/user-info', {
    service: 'play',
    access: 'user',
    writes: false,
    input: z.object({
      userIds: z.array(UserId).check(z.maxLength(200)),
      periodId: z.optional(Id),
      groupId: z.optional(GroupId),
    }),
    output: z.array(ImUser),
  }),
  userDetail: endpoint('GET /api/im/user-detail', {
    service: 'play',
    access: 'user',
    input: z.object({ userId: UserId, ...where }),
    output: z.object({
      ...ImUser.shape,
      /** For staff: what of the room's offer this learner has. */
      saleInfo: z.nullable(z.object({ productId: z.number(), name: Text, price: Money, isBuy: z.boolean() })),
    }),
  }),
  listStudent: endpoint('GET /api/im/list-student', {
    service: 'play',
    access: 'user',
    input: z.object({ ...where, search: z.optional(z.string().check(z.maxLength(20))) }),
    output: z.object({
      /** Staff first, then who is there, by name; at most 500. */
      members: z.array(z.object({ ...ImUser.shape, onLine: z.boolean() })),
      /** People with an open connection. */
      onlineCount: z.number(),
      fakeStudents: z.array(z.object({ id: z.number(), nickname: Text, headImg: NullableText })),
    }),
  }),
  listRealUserId: endpoint('GET /api/im/list-real-userId', {
    service: 'play',
    access: 'user',
    input: z.object({ groupId: GroupId }),
    output: z.array(Text),
  }),
  /** Staff of the room; `minutes` ends it by itself. */
  estoppel: endpoint('POST /api/im/estoppel', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object({
      groupId: GroupId,
      userId: UserId,
      isEstoppel: Flag,
      minutes: z.optional(intBetween(1, 7 * 24 * 60)),
    }),
    output: z.boolean(),
  }),
  /** Authors within two minutes, staff of the room at any time. */
  recallMsg: endpoint('POST /api/im/recall-msg', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object({ groupId: GroupId, msgSeq: intBetween(1, 2_000_000_000) }),
    output: z.boolean(),
  }),
  giftList: endpoint('GET /api/im/gift-list', {
    service: 'play',
    access: 'user',
    input: z.object({ groupId: GroupId }),
    output: z.array(z.object({ id: z.number(), name: Text, img: Text })),
  }),
  giveGift: endpoint('POST /api/im/give-gift', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object({
      groupId: GroupId,
      giftId: Id,
      count: z._default(intBetween(1, 99), 1),
      clientMsgId: ClientMsgId,
    }),
    output: z.boolean(),
  }),
  /** Staff of the room: shows or changes something for everybody. */
  sendSystemNotify: endpoint('GET /api/im/send-system-notify', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object({
      groupId: GroupId,
      type: z.pipe(intBetween(1, 10), z.enum(SystemMessage)),
      /** As an object, or as JSON in a query. */
      payload: z._default(z.pipe(z.transform(readPayload), SystemContent), {}),
    }),
    output: z.boolean(),
  }),
}

function readPayload(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
