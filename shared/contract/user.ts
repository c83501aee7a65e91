import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Empty, NullableText, Text } from '#shared/contract/fields.ts'

/** User info (spec §3). */
export const UserInfo = z.object({
  id: z.number(),
  nickname: Text,
  headImg: NullableText,
  realName: NullableText,
  customerStatus: z.number(),
  adminRole: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

export const userApi = {
  info: endpoint('GET /api/user/info', { access: 'user', input: Empty, output: UserInfo }),
  /** True when the user's phone is real (spec §4, real-phone guard). */
  phoneIsReal: endpoint('GET /api/auth/check/virtual/phoneNum', { access: 'user', input: Empty, output: z.boolean() }),
}
