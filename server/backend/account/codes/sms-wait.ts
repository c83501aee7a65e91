import { smsCooldownSeconds } from '#shared/rules/code-rules.ts'

/** A window in which only so many messages go to one number. */
export interface SendWindow {
  readonly ms: number
  readonly most: number
  readonly channel?: 'SMS' | 'VOICE_CODE'
}

/** What has gone to a number lately. */
export interface SentCode {
  readonly channel: 'SMS' | 'VOICE_CODE'
  readonly sentAt: Date
  /** The message didn't go out: it holds up no second try, but counts for the hours. */
  readonly failedAt: Date | null
}

const cooldownMs = smsCooldownSeconds * 1000
const hourMs = 3_600_000
/** The longest window: older messages are of no interest. */
export const longestWindowMs = 24 * hourMs

export const sendWindows: readonly SendWindow[] = [
  { ms: cooldownMs, most: 1, channel: 'SMS' },
  { ms: cooldownMs, most: 1, channel: 'VOICE_CODE' },
  { ms: hourMs, most: 5 },
  { ms: longestWindowMs, most: 10 },
]

/**
 * Milliseconds until the next message may go to a number: 0 when it may now. One a minute on each channel,
 * five an hour and ten in 24 hours over both; windows roll.
 */
export function waitBeforeSend(sent: readonly SentCode[], channel: 'SMS' | 'VOICE_CODE', now: number): number {
  const waits = sendWindows.map((window) => {
    if (window.channel !== undefined && window.channel !== channel) return 0
    const inside = sent
      .filter((one) => (window.channel === undefined ? true : one.channel === channel && one.failedAt === null))
      .map((one) => one.sentAt.getTime())
      .filter((at) => at > now - window.ms)
      .sort((a, b) => b - a)
    const last = inside[window.most - 1]
    return last === undefined ? 0 : last + window.ms - now
  })
  return Math.max(...waits)
}
