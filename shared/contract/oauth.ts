import * as z from 'zod/mini'
import {
  NationCode,
  OauthProviderField,
  PasswordTyped,
  PhoneTyped,
  RegisterParam,
  SignedIn,
  Ticket,
  Typed,
} from '#shared/contract/account-fields.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Flag, NullableText, Text } from '#shared/contract/fields.ts'

/** What the provider's return page brought along. */
const Return = z.object({
  code: z.optional(z.string().check(z.maxLength(512))),
  state: z.optional(Ticket),
  loginType: z.optional(OauthProviderField),
})

/** Signing in with QQ and WeChat (spec §7, auth). */
export const oauthApi = {
  /** The provider's page to go to; binds a single-use state to this browser by a cookie. */
  authorizeUrl: endpoint('GET /api/oauth/get-authorizeUrl', {
    writes: 'steps',
    input: z.object({ loginType: OauthProviderField, redirect: z.optional(z.string().check(z.maxLength(2048))) }),
    output: z.object({ authorizeUrl: Text }),
  }),
  /** Known identity: logged in. Unknown: a ticket with which a phone is bound. */
  loginCheck: endpoint('GET /api/oauth/oauth-login-check', {
    writes: 'steps',
    input: Return,
    output: z.object({
      login: z.boolean(),
      isRegistered: z.boolean(),
      phoneIsReal: z.boolean(),
      bindTicket: NullableText,
      loginType: OauthProviderField,
      nickname: Text,
      headImg: Text,
      /** Where the visitor came from, when that is internal. */
      redirect: NullableText,
    }),
  }),
  bindByLogin: endpoint('GET /api/oauth/bind-oauth-by-login', {
    access: 'user',
    writes: 'steps',
    input: Return,
    output: z.boolean(),
  }),
  bindByNoLogin: endpoint('POST /api/oauth/bind-oauth-by-no-login', {
    writes: 'steps',
    input: z.object({
      bindTicket: z.optional(Ticket),
      phoneNum: PhoneTyped,
      nationCode: NationCode,
      captchaCode: PhoneTyped,
      nickname: z.optional(Typed),
      password: z.optional(PasswordTyped),
      registerParam: RegisterParam,
      agreementStatus: z._default(Flag, true),
    }),
    output: SignedIn,
  }),
  unbind: endpoint('GET /api/oauth/unbind-oauth', {
    access: 'user',
    writes: 'one',
    input: z.object({ loginType: OauthProviderField }),
    output: z.boolean(),
  }),
}
