import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { type BenchLine, median } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

const idleLogins = 40
const perSecond = 20
const busySeconds = 10
const mostSlowdown = 5

/** The secret of each account's browser, which is known after its first login: what is busy are learners who come back. */
function browserOf(account: number): string {
  return `browser=${String(account).padStart(43, 'b')}`
}

/** One login with a password, through the front; milliseconds, or Infinity when it failed. */
async function logIn({ base }: BuiltSite, turn: number): Promise<number> {
  const account = developerAccounts[turn % developerAccounts.length]
  const began = performance.now()
  const body = JSON.stringify({
    loginType: 'password',
    phoneNum: account?.phone,
    nationCode: 86,
    password: developerPassword,
  })
  const cookie = browserOf(turn % developerAccounts.length)
  const headers = { 'content-type': 'application/json', origin: base, reqSource: 'pcSite', cookie }
  const code = await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body }).then(
    async (answer) => ((await answer.json()) as { code: number }).code,
    () => 0,
  )
  return code === 1 ? performance.now() - began : Number.POSITIVE_INFINITY
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Logins one after another, then twenty a second however long each takes: a hash costs much, so they must not pile up. */
export async function loginBench(): Promise<BenchLine[]> {
  const site = await startBuiltSite({ SITE_ENV: 'test' })
  try {
    const idle: number[] = []
    for (let turn = 0; turn < idleLogins; turn += 1) idle.push(await logIn(site, turn))
    const busy = await Promise.all(
      Array.from({ length: perSecond * busySeconds }, async (_, turn) => {
        await new Promise((resolve) => setTimeout(resolve, (turn * 1000) / perSecond))
        return logIn(site, turn)
      }),
    )
    const failed = [...idle, ...busy].filter((time) => !Number.isFinite(time)).length
    const slowdown = percentile(busy, 0.99) / median(idle)
    return [
      {
        name: `login p99 at ${perSecond} a second against its idle median`,
        value: `${slowdown.toFixed(1)} x (${percentile(busy, 0.99).toFixed(0)} ms, ${median(idle).toFixed(0)} ms; ${failed} failed)`,
        goal: `< ${mostSlowdown} x`,
        ok: slowdown < mostSlowdown && failed === 0,
      },
    ]
  } finally {
    await site.stop()
  }
}
