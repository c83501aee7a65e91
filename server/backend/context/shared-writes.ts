import { createCipheriv, createDecipheriv, hash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connectCounters } from './limits.ts'

/** What a write answered: its body as JSON has it, and its cookies. */
export interface WrittenAnswer {
  readonly body: unknown
  readonly cookies: readonly string[]
}

/** A write that nobody else does meanwhile. */
export interface WriteClaim {
  /** It is done: whoever sends it again is answered so, wherever. */
  done(answer: WrittenAnswer): void
  /** It failed, or its answer is too large to be kept: it may be done anew. */
  drop(): void
}

/** Writes over all backend processes. */
export interface SharedWrites {
  /**
   * Claims a write by its name, or answers what it answered elsewhere, once it has ended there. Undefined where nobody is to be asked,
   * and while they can't be: then each process knows its own.
   */
  claim(name: string): Promise<WriteClaim | WrittenAnswer | undefined>
  close(): void
}

const keptMs = 5 * 60_000
/** A process that dies leaves its claims for so long; one that lives renews them. */
const leaseMs = 30_000
const renewMs = 10_000
const lookMs = 100
/** Whoever asks has given up before. */
const patienceMs = 40_000
const claimMark = 'claim '

/** KEYS the write, ARGV our claim, what takes its place ('' for nothing), and for how long. Only who holds the claim says what becomes of it. */
const settle = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then return redis.call('DEL', KEYS[1]) end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

/** Answers have sessions in them: they are kept under a key that follows from the name, which only the browser and this process know. */
const keyOf = (name: string): Buffer => hash('sha256', `answer of ${name}`, 'buffer')
const placeOf = (name: string): string => `write:${hash('sha256', name, 'base64url')}`

function seal(name: string, answer: WrittenAnswer): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(name), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

function unseal(name: string, sealed: string): WrittenAnswer {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(name), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
}

export interface SharedWritesOptions {
  readonly redisUrl: string | undefined
  readonly onError: (error: unknown) => void
}

/** Creates it over a Redis; without one it claims nothing. */
export function createSharedWrites({ redisUrl, onError }: SharedWritesOptions): SharedWrites {
  if (redisUrl === undefined) return { claim: async () => undefined, close: () => undefined }
  const redis = connectCounters(redisUrl, onError)

  function hold(place: string, name: string, mark: string): WriteClaim {
    const say = (text: string, ms: number): void => void redis.eval(settle, 1, place, mark, text, ms).catch(onError)
    const timer = setInterval(() => say(mark, leaseMs), renewMs)
    timer.unref()
    const end = (text: string): void => {
      clearInterval(timer)
      say(text, keptMs)
    }
    return { done: (answer) => end(seal(name, answer)), drop: () => end('') }
  }

  async function claim(name: string): Promise<WriteClaim | WrittenAnswer | undefined> {
    const place = placeOf(name)
    const mark = `${claimMark}${randomUUID()}`
    for (const until = performance.now() + patienceMs; performance.now() < until; await pause(lookMs)) {
      if ((await redis.set(place, mark, 'PX', leaseMs, 'NX')) === 'OK') return hold(place, name, mark)
      const found = await redis.get(place)
      if (found !== null && !found.startsWith(claimMark)) return unseal(name, found)
    }
    return undefined
  }

  return {
    claim: (name) =>
      claim(name).catch((error: unknown) => {
        onError(error)
        return undefined
      }),
    close: () => redis.disconnect(),
  }
}
