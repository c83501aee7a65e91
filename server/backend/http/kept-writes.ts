import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Reply } from '#server/backend/context/backend-context.ts'
import type { SharedWrites } from '#server/backend/context/shared-writes.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { callKeyForm, callKeyHeader } from '#shared/rules/call-times.ts'

/** Writes that a browser may send again because it doesn't know what became of them. */
export interface KeptWrites {
  /**
   * Does `work` once for a key: who sends it again meanwhile waits for the same end, and who does so within five minutes gets the same
   * answer, cookies too. What was refused or failed may be tried again. Without a key it is simply done.
   */
  once(key: string | undefined, reply: Reply, work: (reply: Reply) => Promise<unknown>): Promise<unknown>
}

interface Write {
  readonly body: Promise<unknown>
  readonly cookies: readonly string[]
}

const keptMs = 5 * 60_000
const mostKept = 5000
const largestKept = 16 * 1024
const mostCharacters = 16 * 1024 * 1024

/** The name of one intention of one asker; undefined for who gives none. The input stands in it: other input is another intention. */
export function writeKey(
  { route }: Pick<Endpoint, 'route'>,
  headers: IncomingHttpHeaders,
  { userId, input }: { readonly userId: number | undefined; readonly input: unknown },
): string | undefined {
  const given = headers[callKeyHeader]
  if (typeof given !== 'string' || !callKeyForm.test(given)) return undefined
  return `${route} ${userId ?? ''} ${given} ${hash('sha256', JSON.stringify(input) ?? '', 'base64url')}`
}

/** Does a write, unless another process does it or has done it: then its answer is ours, too. */
async function doOnce(
  shared: SharedWrites,
  key: string,
  { reply, cookies, work }: { reply: Reply; cookies: readonly string[]; work: (reply: Reply) => Promise<unknown> },
): Promise<unknown> {
  const claim = await shared.claim(key)
  if (claim === undefined) return work(reply)
  if (!('done' in claim)) {
    for (const line of claim.cookies) reply.setCookie(line)
    return claim.body
  }
  try {
    const body = await work(reply)
    if (lengthOf({ key, body, cookies }) <= largestKept) claim.done({ body: body ?? null, cookies })
    else claim.drop()
    return body
  } catch (error) {
    claim.drop()
    throw error
  }
}

function lengthOf({ key, body, cookies }: { key: string; body: unknown; cookies: readonly string[] }): number {
  return key.length + (JSON.stringify(body)?.length ?? 0) + cookies.join().length
}

/**
 * Creates it for one process: 5,000 answers and 16 Mi characters at most; one of more than 16 Ki is joined while it lasts, not kept.
 * `shared` knows what other processes do.
 */
export function createKeptWrites(elapsed: () => number, shared: SharedWrites): KeptWrites {
  const underWay = new Map<string, Write>()
  const done = new LRUCache<string, { readonly write: Write; readonly at: number; readonly length: number }>({
    max: mostKept,
    maxSize: mostCharacters,
    sizeCalculation: ({ length }) => length,
  })

  function find(key: string): Write | undefined {
    const kept = done.get(key)
    return underWay.get(key) ?? (kept && elapsed() - kept.at < keptMs ? kept.write : undefined)
  }

  function begin(key: string, reply: Reply, work: (reply: Reply) => Promise<unknown>): Promise<unknown> {
    const cookies: string[] = []
    const noting: Reply = {
      ...reply,
      setCookie(line) {
        cookies.push(line)
        reply.setCookie(line)
      },
    }
    const write: Write = { body: doOnce(shared, key, { reply: noting, cookies, work }), cookies }
    underWay.set(key, write)
    write.body.then(
      (body) => {
        underWay.delete(key)
        const length = lengthOf({ key, body, cookies })
        if (length <= largestKept) done.set(key, { write, at: elapsed(), length })
      },
      () => void underWay.delete(key),
    )
    return write.body
  }

  return {
    async once(key, reply, work) {
      if (key === undefined) return work(reply)
      const former = find(key)
      if (!former) return begin(key, reply, work)
      const body = await former.body
      for (const line of former.cookies) reply.setCookie(line)
      return body
    },
  }
}
