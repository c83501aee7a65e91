import { SmsError, smsTimeoutMs } from './sms-sender.ts'

/**
 * One POST to a provider; answers its JSON, whatever the HTTP status. Throws `SmsError` without a word of what was sent:
 * neither keys nor codes nor numbers may reach a log.
 */
export async function postToProvider(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Record<string, unknown>> {
  let status: number | undefined
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(smsTimeoutMs),
    })
    status = response.status
    const answer: unknown = await response.json()
    if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
  } catch (error) {
    if (status === undefined) throw new SmsError(`The provider could not be reached: ${reasonOf(error)}.`)
  }
  throw new SmsError(`The provider's answer, HTTP ${status}, could not be read.`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** A provider's error code, as far as it looks like one. */
export function providerCode(value: unknown): string {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : 'unknown'
}
