import { createHash, randomBytes } from 'node:crypto'
import type { OauthProvider } from '#shared/contract/enums.ts'

/** Somebody who can be vouched for. */
export interface TestPerson {
  /** Names the person; the same one has the same open id after every start. */
  readonly key: string
  readonly nickname: string
}

/** The people to choose from. */
export const testPeople: readonly TestPerson[] = [
  { key: 'lin-xiaoman', nickname: '林小满' },
  { key: 'zhou-yu', nickname: '周屿' },
  { key: 'mo-bai', nickname: '墨白' },
]

interface Grant {
  readonly provider: OauthProvider
  readonly redirectUri: string
  readonly person: TestPerson
  readonly expiresAt: number
  used: boolean
}

interface Access {
  readonly provider: OauthProvider
  readonly person: TestPerson
  readonly expiresAt: number
}

export type CodeFault = 'unknown' | 'used' | 'redirect'

const codeMs = 5 * 60_000
const tokenMs = 60 * 60_000

/** Codes and access tokens, in memory. */
export interface Grants {
  issueCode(provider: OauthProvider, redirectUri: string, person: TestPerson): string
  /** An access token for a code: once, and where the provider compares addresses only for the one that the code was sent to. */
  spendCode(
    provider: OauthProvider,
    code: string,
    redirectUri: string | undefined,
  ): { token: string; person: TestPerson } | { fault: CodeFault }
  personOf(provider: OauthProvider, token: string): TestPerson | undefined
}

function forgetOld(entries: Map<string, { readonly expiresAt: number }>, now: number): void {
  for (const [key, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(key)
}

export function createGrants(now: () => number): Grants {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Access>()
  return {
    issueCode(provider, redirectUri, person) {
      forgetOld(codes, now())
      const code = randomBytes(16).toString('hex').toUpperCase()
      codes.set(code, { provider, redirectUri, person, expiresAt: now() + codeMs, used: false })
      return code
    },
    spendCode(provider, code, redirectUri) {
      forgetOld(codes, now())
      const grant = codes.get(code)
      if (grant?.provider !== provider) return { fault: 'unknown' }
      if (grant.used) return { fault: 'used' }
      if (redirectUri !== undefined && redirectUri !== grant.redirectUri) return { fault: 'redirect' }
      grant.used = true
      forgetOld(tokens, now())
      const token = randomBytes(24).toString('base64url')
      tokens.set(token, { provider, person: grant.person, expiresAt: now() + tokenMs })
      return { token, person: grant.person }
    },
    personOf(provider, token) {
      const access = tokens.get(token)
      return access?.provider === provider && access.expiresAt > now() ? access.person : undefined
    },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Ids in the form that each provider gives them: QQ 32 hexadecimal digits, WeChat an o and 27 letters. */
export function idsOf(provider: OauthProvider, person: TestPerson): { openId: string; unionId: string } {
  const [open, union] = [digest(`${provider}/open/${person.key}`), digest(`${provider}/union/${person.key}`)]
  if (provider === 'QQ')
    return {
      openId: open.toString('hex').slice(0, 32).toUpperCase(),
      unionId: `UID_${union.toString('hex').slice(0, 32).toUpperCase()}`,
    }
  return {
    openId: `o${open.toString('base64url').slice(0, 27)}`,
    unionId: `o${union.toString('base64url').slice(0, 27)}`,
  }
}
