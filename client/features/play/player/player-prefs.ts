import { type PlayRate, playRates } from '#shared/contract/enums.ts'
import { readLocal, writeLocal } from '#client/browser/local-store.ts'

/** The chosen speed of a film that plays; a little more or less keeps it in step with a clock. */
export function nominalRate(rate: number): PlayRate {
  return playRates.find((one) => one === rate) ?? 1
}

/** What the player remembers from one film to the next. */
export interface PlayerPrefs {
  rate: PlayRate
  /** 0..1. */
  volume: number
  muted: boolean
  captions: boolean
  /** Name of the film's line that was chosen; '': none. */
  line: string
}

const key = 'player'
const first: PlayerPrefs = { rate: 1, volume: 1, muted: false, captions: false, line: '' }

/** What was kept, field by field: whatever is broken is as on the first visit. */
export function toPrefs(kept: unknown): PlayerPrefs {
  const { rate, volume, muted, captions, line } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof PlayerPrefs, unknown>
  >
  return {
    rate: playRates.find((one) => one === rate) ?? first.rate,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : first.volume,
    muted: muted === true,
    captions: captions === true,
    line: typeof line === 'string' ? line : first.line,
  }
}

export function readPrefs(): PlayerPrefs {
  return toPrefs(readLocal(key))
}

export function keepPrefs(change: Partial<PlayerPrefs>): void {
  writeLocal(key, { ...readPrefs(), ...change })
}
