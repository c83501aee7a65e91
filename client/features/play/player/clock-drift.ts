/** What brings a film back in step with the clock. */
export type Correction = { kind: 'none' } | { kind: 'rate'; rate: number } | { kind: 'seek' }

/** Seconds: what nobody notices, and what is too far to be caught up with. */
const unnoticedSec = 0.15
const tooFarSec = 1

/**
 * `driftSec`: how far the film is behind the clock (negative: ahead of it). Small drifts are caught up with by playing a little faster or
 * slower until next to nothing is left, so that the speed doesn't flutter round the threshold.
 */
export function correctionOf(driftSec: number, rate: number): Correction {
  const drift = Math.abs(driftSec)
  if (drift > tooFarSec) return { kind: 'seek' }
  const isCorrecting = rate !== 1
  if (drift < (isCorrecting ? unnoticedSec / 3 : unnoticedSec))
    return isCorrecting ? { kind: 'rate', rate: 1 } : { kind: 'none' }
  const by = Math.min(0.1, Math.max(0.03, drift / 5))
  const wanted = Math.round((1 + Math.sign(driftSec) * by) * 100) / 100
  return wanted === rate ? { kind: 'none' } : { kind: 'rate', rate: wanted }
}
