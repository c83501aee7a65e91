import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OauthIdentity } from '#server/backend/ports/oauth/oauth-client.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { findHolder, insertIdentity, listLinked } from './oauth-store.ts'

/** As it stands inside a sentence. */
export const providerNames: Readonly<Record<OauthProvider, string>> = { QQ: ' QQ ', WECHAT: '微信' }

/**
 * Whether an identity may be linked with an account (undefined: one that is made for it); throws 4004 when it has another one,
 * or when the account has another identity of this provider. Answers true when it is linked already.
 */
export async function checkLink(
  db: Database,
  userId: number | undefined,
  provider: OauthProvider,
  identity: OauthIdentity,
): Promise<boolean> {
  const holder = await findHolder(db, provider, identity)
  if (holder !== undefined && holder === userId) return true
  if (holder !== undefined) throw new ApiError(Code.Toast, `该${providerNames[provider]}已绑定其他账号`)
  if (userId !== undefined && (await listLinked(db, userId)).includes(provider))
    throw new ApiError(Code.Toast, `该账号已绑定其他${providerNames[provider].trimEnd()}，请先在账号安全中解除绑定`)
  return false
}

/** Links an identity with an account inside `trx`; answers false, and does nothing, when it is linked already. Throws as `checkLink`. */
export async function linkIdentity(
  trx: DatabaseTransaction,
  userId: number,
  { provider, identity, now }: { provider: OauthProvider; identity: OauthIdentity; now: Date },
): Promise<boolean> {
  if (await checkLink(trx, userId, provider, identity)) return false
  if (await insertIdentity(trx, userId, { provider, identity, now })) return true
  // another call was faster: now it can be seen
  if (!(await checkLink(trx, userId, provider, identity))) throw new ApiError(Code.Toast)
  return false
}
