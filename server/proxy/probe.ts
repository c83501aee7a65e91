import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { readAddress } from './service-table.ts'

const pingPath = '/gateway/ping'
const patienceMs = 1000
const sickStatus: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether a service lives: it answers anything but 502, 503 or 504 within a second, be it that it doesn't know the call. */
export function probeService(base: string): Promise<boolean> {
  const { origin, prefix, socketPath } = readAddress(base)
  const url = new URL(`${origin}${prefix}${pingPath}`)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(patienceMs)
    const asked = send(
      url,
      { ...(socketPath === undefined ? {} : { socketPath }), agent: false, signal, headers: { reqSource: 'pcSite' } },
      (answer) => {
        answer.on('error', () => undefined).resume()
        resolve(!sickStatus.has(answer.statusCode ?? 0))
      },
    )
    asked.on('error', () => resolve(false))
    asked.end()
  })
}
