import { listRequiredFields } from '#server/backend/common/common-store.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { accountTexts, defaultNickname } from '#shared/rules/account-rules.ts'
import { inetOf } from './sign-in.ts'
import { readNickname, readQqNum } from './typed-fields.ts'
import {
  listActive,
  insertAccount,
  insertAttribution,
  listAgreementsInForce,
  insertAcceptances,
} from './register-account-store.ts'

/** What a sign-up carries about where the learner comes from. */
export interface RegisterParam {
  readonly inviteUserId?: string | undefined
  readonly clueUserId?: string | undefined
  readonly registerSource?: string | undefined
  readonly qqNum?: string | undefined
}

export interface NewAccount {
  readonly nationCode: number
  /** Proved by a code. */
  readonly phone: string
  /** Without one, 同学 and the number's last four digits. */
  readonly nickname?: string | undefined
  readonly passwordHash?: string | undefined
  readonly headImg?: string | undefined
  readonly param?: RegisterParam | undefined
  /** Where the agreements were accepted. */
  readonly context: 'register' | 'login' | 'oauth'
}

/** The values of the form, else those of `registerParam`. */
export function mergeParam(form: RegisterParam, param: RegisterParam | undefined): RegisterParam {
  return {
    inviteUserId: form.inviteUserId ?? param?.inviteUserId,
    clueUserId: form.clueUserId ?? param?.clueUserId,
    registerSource: form.registerSource ?? param?.registerSource,
    qqNum: form.qqNum || param?.qqNum,
  }
}

/** Throws 4004 while nobody may sign up, and when the agreements weren't accepted. */
export function checkMayRegister(ctx: CallContext, agreementStatus: boolean): void {
  if (!ctx.config.accounts.registrationOpen) throw new ApiError(Code.Toast, '暂停注册，请稍后再来')
  if (!agreementStatus) throw new ApiError(Code.Toast, accountTexts.agreementRequired)
}

/** Throws 4004 for a QQ number that is wrong, or missing where the sign-up form demands one. */
export async function checkQqNum(db: Database, qqNum: string | undefined): Promise<void> {
  const given = readQqNum(qqNum)
  if (given === undefined && (await listRequiredFields(db, 'register')).qq)
    throw new ApiError(Code.Toast, '请填写 QQ 号')
}

/** The users who invited, by key; throws 5006 when one doesn't exist or isn't active. */
export async function findInviters(
  db: Database,
  param: RegisterParam,
): Promise<{ inviteUserId: number | null; clueUserId: number | null }> {
  const [inviteUserId, clueUserId] = [param.inviteUserId, param.clueUserId].map((id) =>
    id === undefined ? null : Number(id),
  )
  const asked = [...new Set([inviteUserId, clueUserId].filter((id) => typeof id === 'number'))]
  if (asked.length > 0) {
    const found = asked.every(Number.isSafeInteger) ? await listActive(db, asked) : []
    if (found.length < asked.length) throw new ApiError(Code.InvitationError)
  }
  return { inviteUserId: inviteUserId ?? null, clueUserId: clueUserId ?? null }
}

/**
 * Makes an account with a real phone inside `trx`: who invited, which versions of the agreements were accepted. Answers its
 * key. Throws 5004 when the number has an account, 5006, 5007 and 4004 for what was typed. Whoever calls has asked
 * `checkMayRegister`.
 */
export async function registerAccount(
  ctx: CallContext,
  trx: DatabaseTransaction,
  account: NewAccount,
): Promise<number> {
  const { nationCode, phone, passwordHash = null, headImg = null, param = {}, context } = account
  const now = new Date(ctx.clock.now())
  const nickname = readNickname(account.nickname) ?? defaultNickname(phone)
  const inviters = await findInviters(trx, param)
  const row = await insertAccount(trx, {
    nationCode,
    phone,
    nickname,
    headImg,
    passwordHash,
    qqNum: readQqNum(param.qqNum) ?? null,
    now,
  })
  if (!row) throw new ApiError(Code.PhoneExists)
  const source = param.registerSource?.trim() || null
  if (inviters.inviteUserId !== null || inviters.clueUserId !== null || source !== null) {
    await insertAttribution(trx, { userId: row.id, inviters, source, now })
  }
  await acceptAgreements(ctx, trx, row.id, context)
  return row.id
}

/** Keeps that the user has accepted the versions in force of the sign-up agreement and the privacy policy. */
async function acceptAgreements(
  ctx: CallContext,
  trx: DatabaseTransaction,
  userId: number,
  context: NewAccount['context'],
): Promise<void> {
  const now = new Date(ctx.clock.now())
  const inForce = await listAgreementsInForce(trx, now)
  if (inForce.length === 0) return
  const ip = inetOf(ctx.address)
  await insertAcceptances(trx, { inForce, userId, ip, context, now })
}
