import { forgetOldSignIns } from './account/sign-in/forget-sign-ins-store.ts'
import type { Job } from './context/jobs.ts'
import { forgetOldChallenges } from './account/captcha/captcha-store.ts'
import type { DatabaseTransaction } from './db/database.ts'
import { forgetOldTickets } from './classroom/chat/member-store.ts'
import { forgetOldCodes } from './account/codes/sms-store.ts'
import { forgetOldReports } from './tracking/tracking-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Codes count in windows of 24 hours. */
const codesForMs = 48 * hourMs
const challengesForMs = 10 * minuteMs

/** Deletes what nobody can use any more: codes of the day before yesterday, captchas and tickets that are over, old sign-ins and reports. May run in several processes at once. */
export async function sweepOld(
  trx: DatabaseTransaction,
  now: number,
): Promise<{ codes: number; captchas: number; signIns: number; imTickets: number; reports: number }> {
  return {
    codes: await forgetOldCodes(trx, new Date(now - codesForMs)),
    captchas: await forgetOldChallenges(trx, new Date(now - challengesForMs)),
    signIns: await forgetOldSignIns(trx, now),
    imTickets: await forgetOldTickets(trx, new Date(now)),
    reports: await forgetOldReports(trx, now),
  }
}

/** Sweeps every ten minutes. */
export const sweepJob: Job = {
  name: 'rows.sweep',
  cron: '*/10 * * * *',
  async run(ctx) {
    const { codes, captchas, signIns, imTickets, reports } = await ctx.tx((trx) => sweepOld(trx, ctx.clock.now()))
    return codes + captchas + signIns + imTickets + reports
  },
}
