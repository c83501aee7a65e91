import { randomInt } from 'node:crypto'
import type { Clock } from '#server/backend/base/parts.ts'
import type { ClassroomConfig } from '#server/config/classroom-config.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'
import { createUserSig } from './tencent-user-sig.ts'

export type TencentImConfig = Extract<ClassroomConfig['im'], { engine: 'tencent' }>

const patienceMs = 5_000
/** Our own signature is used for so long. */
const adminSigSec = 3_600

/** The service said no, or nothing. `code` is its own; undefined when it could not be reached. */
export class TencentImError extends Error {
  readonly code: number | undefined

  constructor(command: string, code: number | undefined, why: string) {
    super(`Tencent Cloud IM, ${command}: ${why}`)
    this.name = 'TencentImError'
    this.code = code
  }
}

/** One call of the service's REST interface, as the application's administrator; throws `TencentImError`. */
export type TencentImCall = (command: string, body: object) => Promise<Record<string, unknown>>

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** Neither keys nor signatures nor what was said reach a log: errors carry the command and the service's code. */
export function createTencentImService({ appId, key, admin, url }: TencentImConfig, clock: Clock): TencentImCall {
  let sig = ''
  let renewAt = 0
  function adminSig(): string {
    const now = Math.floor(clock.now() / 1000)
    if (now >= renewAt) {
      sig = createUserSig({ appId, key, userId: admin, time: now, expire: adminSigSec })
      renewAt = now + adminSigSec / 2
    }
    return sig
  }
  return async (command, body) => {
    const query = new URLSearchParams({
      sdkappid: appId,
      identifier: admin,
      usersig: adminSig(),
      random: String(randomInt(2 ** 32)),
      contenttype: 'json',
    })
    let answer: unknown
    try {
      const response = await fetch(`${withoutEndSlashes(url)}/v4/${command}?${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) throw new TencentImError(command, undefined, `HTTP ${response.status}`)
      answer = await response.json()
    } catch (error) {
      throw error instanceof TencentImError ? error : new TencentImError(command, undefined, reasonOf(error))
    }
    if (typeof answer !== 'object' || answer === null)
      throw new TencentImError(command, undefined, 'its answer is nothing')
    const { ErrorCode: code } = answer as { ErrorCode?: unknown }
    if (code !== 0)
      throw new TencentImError(
        command,
        typeof code === 'number' ? code : undefined,
        `error ${typeof code === 'number' ? code : 'unknown'}`,
      )
    return answer as Record<string, unknown>
  }
}
