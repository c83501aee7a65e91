import type { OauthProvider } from '#shared/contract/enums.ts'

/** Who somebody is at a provider. */
export interface OauthIdentity {
  readonly openId: string
  /** The same person for all sites of one owner; null where the provider doesn't tell it. */
  readonly unionId: string | null
  /** As the provider gives it, at most 64 characters, '' when there is none. */
  readonly nickname: string
  /** An https address of at most 512 characters. */
  readonly headImg: string | null
}

/** refused: the provider said no, to the code or to our keys; unavailable: it said nothing that makes sense. */
export type OauthFault = 'refused' | 'unavailable'

/** Its message is for the log: the provider's word at most, never a code, a token or a key. */
export class OauthError extends Error {
  readonly fault: OauthFault
  constructor(fault: OauthFault, message: string) {
    super(message)
    this.name = 'OauthError'
    this.fault = fault
  }
}

/** One provider of sign-in. */
export interface OauthPort {
  /** The provider's page where a visitor agrees. */
  authorizeUrl(request: { readonly state: string; readonly redirectUri: string }): string
  /** Changes what the visitor came back with into who they are. Throws `OauthError`, at the latest after 5 seconds. */
  identify(answer: { readonly code: string; readonly redirectUri: string }): Promise<OauthIdentity>
}

/** The providers that can be used. */
export type OauthClient = Readonly<Partial<Record<OauthProvider, OauthPort>>>

/** For all questions of one identification together. */
export const oauthTimeoutMs = 5_000
