import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import { ownValue } from '#shared/own-value.ts'
import { voiceOfferSeconds } from '#shared/rules/code-rules.ts'

/** Times of the browser's clock, in epoch ms. */
export interface Cooldown {
  /** When the next code may be asked for. */
  until: number
  /** When a call is offered instead. */
  voiceFrom: number
}

/** What the button and the offer show at a moment. */
export interface CooldownView {
  secondsLeft: number
  offersVoice: boolean
}

const key = 'codeCooldowns'
/** Longer than any waiting time that the server gives; what lies farther ahead comes from a clock that was changed. */
const longestMs = 15 * 60_000

export function cooldownView(cooldown: Cooldown | undefined, now: number): CooldownView {
  const secondsLeft = cooldown ? Math.max(0, Math.ceil((cooldown.until - now) / 1000)) : 0
  return { secondsLeft, offersVoice: cooldown !== undefined && secondsLeft > 0 && now >= cooldown.voiceFrom }
}

/** After a message the call is offered in 5 s; after a call it isn't offered again. */
export function startCooldown(kind: 'message' | 'call', now: number, until: number): Cooldown {
  return { until, voiceFrom: kind === 'message' ? now + voiceOfferSeconds * 1000 : until }
}

/** A short stand-in for a number, which must not lie readable in the browser. */
export function cooldownName(target: string): string {
  let hash = 0x811c9dc5
  for (const char of target) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}

function isCooldown(value: unknown, now: number): value is Cooldown {
  const { until, voiceFrom } = (value ?? {}) as Partial<Cooldown>
  return typeof until === 'number' && typeof voiceFrom === 'number' && until > now && until < now + longestMs
}

function runningCooldowns(now: number): Record<string, Cooldown> {
  const kept = readLocal(key)
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, Cooldown] => isCooldown(entry[1], now)))
}

/** Reads what runs for a target, also when it began before a reload. */
export function readCooldown(name: string, now: number): Cooldown | undefined {
  return ownValue(runningCooldowns(now), name)
}

export function keepCooldown(name: string, cooldown: Cooldown, now: number): void {
  writeLocal(key, { ...runningCooldowns(now), [name]: cooldown })
}
