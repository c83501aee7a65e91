import { useCode } from '#server/backend/account/codes/code-service.ts'
import { findRealPhone } from '#server/backend/account/codes/sms-store.ts'
import { checkCodeForm } from '#server/backend/account/sign-in/typed-fields.ts'
import { randomToken } from '#server/backend/base/secret.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ExportState } from '#shared/contract/enums.ts'
import type { DataExport, userApi } from '#shared/contract/user.ts'
import { makeArchive } from './export-archive.ts'
import { beginExport, type ExportRow, failExport, findLatestExport, finishExport } from './export-store.ts'

/** A finished export lies ready for so long. */
const keptMs = 7 * 24 * 3_600_000
/** An address to fetch it is good for so long. */
const addressMs = 10 * 60_000

async function describe(ctx: CallContext, row: ExportRow): Promise<DataExport> {
  const now = ctx.clock.now()
  const { fileKey, sizeBytes, expiresAt } = row
  const expireTime = expiresAt?.getTime() ?? null
  const isOver = row.state === ExportState.ready && expireTime !== null && expireTime <= now
  const state = (isOver ? ExportState.gone : row.state) as DataExport['state']
  const isThere = state === ExportState.ready && fileKey !== null && expireTime !== null
  const fileName = `${ctx.config.brand.name}-个人数据-${shanghaiDay(row.requestedAt.getTime())}.zip`
  const downloadUrl = isThere
    ? await ctx.storage.signedGet(fileKey, Math.min(now + addressMs, expireTime), fileName)
    : null
  return { state, requestedTime: row.requestedAt.getTime(), expireTime, sizeBytes, downloadUrl }
}

async function make(ctx: CallContext, userId: number, id: number): Promise<void> {
  const fileKey = `private/exports/${randomToken()}.zip`
  try {
    const sizeBytes = await makeArchive(ctx, userId, fileKey)
    const now = ctx.clock.now()
    const wanted = await ctx.tx((trx) =>
      finishExport(trx, id, { fileKey, sizeBytes, readyAt: new Date(now), expiresAt: new Date(now + keptMs) }),
    )
    if (!wanted) await ctx.storage.remove(fileKey)
  } catch (error) {
    await failExport(ctx.db, id)
    await ctx.limits.giveBack('exportUser', String(userId))
    throw error
  }
}

async function takeExport(ctx: CallContext, userId: number): Promise<void> {
  try {
    await ctx.limits.take('exportUser', String(userId))
  } catch (error) {
    if (error instanceof ApiError && error.status === 429)
      throw new ApiError(Code.Toast, '24 小时内最多导出 3 次，请以后再来', error.status, error.headers)
    throw error
  }
}

export const exportHandlers: Pick<Handlers<typeof userApi>, 'dataExport' | 'dataExportStart'> = {
  async dataExport(ctx, _input, session) {
    const row = await findLatestExport(ctx.db, session.userId)
    return row ? describe(ctx, row) : null
  },

  async dataExportStart(ctx, { captchaCode: code }, { userId }) {
    const latest = await findLatestExport(ctx.db, userId)
    // The one under way will do.
    if (latest?.state === ExportState.making) return describe(ctx, latest)
    checkCodeForm(code)
    const number = await findRealPhone(ctx.db, userId)
    if (!number) throw new ApiError(Code.Toast, '请先绑定手机号')
    await useCode(ctx, { ...number, code, purposes: ['export'], beforeUse: () => takeExport(ctx, userId) })
    const begun = await beginExport(ctx.db, userId, new Date(ctx.clock.now()))
    if (begun) ctx.background.inTurn('data export', () => make(ctx, userId, begun.id))
    const row = begun ?? (await findLatestExport(ctx.db, userId))
    if (!row) throw new ApiError(Code.Fail)
    return describe(ctx, row)
  },
}
