import { request } from 'node:http'
import { type StaffRole, staffRights, staffRoles } from '#shared/contract/staff-rights.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'

/** Who is signed in: somebody who learns, and one of each role of the staff. */
export type Who = 'learner' | StaffRole | 'administrator'
export const everybody: readonly Who[] = ['learner', ...staffRoles, 'administrator']

/** The Cookie header of each; who couldn't sign in is missing. */
export type Sessions = ReadonlyMap<Who, string>

/** Who may make a call of the staff; undefined where the call isn't theirs. */
export function whoMay({ right }: Endpoint): readonly Who[] | undefined {
  return right === undefined ? undefined : [...staffRights[right].roles, 'administrator']
}

/** What the site says to an ordinary call. */
export interface CallAnswer {
  readonly status: number
  /** The envelope; undefined where the answer is none. */
  readonly envelope: { readonly code: number; readonly msg: string; readonly body: unknown } | undefined
  readonly cookies: readonly string[]
}

export interface SiteAddress {
  readonly port: number
  /** The name under which the site answers. */
  readonly host: string
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

function readEnvelope(text: string): CallAnswer['envelope'] {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes a call as a browser does. */
export function askSite({ port, host }: SiteAddress, { method, path, input, headers = {} }: Call): Promise<CallAnswer> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const body = method === 'POST' ? JSON.stringify(Object.fromEntries(given)) : undefined
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path: method === 'GET' && query !== '' ? `${path}?${query}` : path,
      headers: {
        Host: host,
        reqSource: 'pcSite',
        'Sec-Fetch-Site': 'same-origin',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          envelope: readEnvelope(Buffer.concat(chunks).toString()),
          cookies: answer.headers['set-cookie'] ?? [],
        }),
      )
    })
    sent.end(body)
  })
}

/** Signs somebody in; undefined when the site refuses, with its words. */
export async function signIn(
  site: SiteAddress,
  { phone, password, address }: { readonly phone: string; readonly password: string; readonly address: string },
): Promise<{ readonly cookie: string | undefined; readonly msg: string }> {
  const { envelope, cookies } = await askSite(site, {
    method: 'POST',
    path: '/api/auth/login',
    input: { loginType: 'password', phoneNum: phone, nationCode: '86', password },
    headers: { 'X-Forwarded-For': address },
  })
  const cookie = cookies.map((line) => line.split(';')[0]).find((pair) => pair?.includes('session='))
  return { cookie, msg: envelope?.msg ?? '' }
}
