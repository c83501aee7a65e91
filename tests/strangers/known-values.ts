import * as fc from 'fast-check'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { askSite, type Sessions, type SiteAddress } from './people.ts'
import { plausibleInput } from './plausible-input.ts'

type Value = string | number

/** What the site has said itself, by the name that it stood under: with such values a call gets past its first look-up. */
export interface KnownValues {
  /** Of a call's own noun first (`id` means something else for each), else of any. */
  of(path: string, name: string): readonly Value[]
  /** Keeps what an answer to a call has said. */
  note(path: string, answer: unknown): void
}

export const nothingKnown: KnownValues = { of: () => [], note: () => undefined }

const mostOfOne = 24
const longest = 64
const rounds = 3

/** The noun of a call's address: `/api/staff/ticket/list` and `/api/ticket/list` are about the same. */
function nounOf(path: string): string {
  return /^\/(?:api|gateway)\/(?:staff\/|user\/)?([^/]*)/.exec(path)?.[1] ?? ''
}

class Found implements KnownValues {
  readonly #values = new Map<string, Set<Value>>()

  of(path: string, name: string): readonly Value[] {
    return [...(this.#values.get(`${nounOf(path)} ${name}`) ?? this.#values.get(name) ?? [])]
  }

  note(path: string, value: unknown): void {
    if (Array.isArray(value)) for (const one of value.slice(0, mostOfOne)) this.note(path, one)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') this.note(path, inner)
      if (typeof inner !== 'number' && (typeof inner !== 'string' || inner === '' || inner.length > longest)) continue
      for (const key of [name, `${nounOf(path)} ${name}`]) {
        const known = this.#values.get(key) ?? new Set()
        if (known.size < mostOfOne) this.#values.set(key, known.add(inner))
      }
    }
  }
}

/** Makes every call that reads, as everybody, a few times: what is known after a round is asked with in the next. */
export async function learnValues(
  site: SiteAddress,
  endpoints: readonly Endpoint[],
  { sessions, seed }: { readonly sessions: Sessions; readonly seed: number },
): Promise<KnownValues> {
  const found = new Found()
  const reads = endpoints.filter(({ method, writes }) => method === 'GET' && writes === false)
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { path, input }] of reads.entries())
      for (const cookie of sessions.values()) {
        const [asked = {}] = fc.sample(plausibleInput(input, { path, known: found }), {
          seed: seed + round,
          numRuns: 1,
        })
        const headers = { Cookie: cookie, 'X-Forwarded-For': `10.250.${index & 255}.${round}` }
        const { envelope } = await askSite(site, { method: 'GET', path, input: asked, headers })
        found.note(path, envelope?.body)
      }
  return found
}
