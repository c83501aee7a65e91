import type { ImMessage } from '#shared/contract/im-fields.ts'

/** Most presents that wait to be shown: of a heap the newest. */
const mostWaiting = 20

/** Equal presents of one person are shown once, with their number; the first of them keeps its place. */
function mergeWaiting(gifts: readonly ImMessage[]): readonly ImMessage[] {
  const merged: ImMessage[] = []
  for (const message of gifts) {
    const at = merged.findIndex(
      ({ gift, from }) => gift?.giftId === message.gift?.giftId && from?.userId === message.from?.userId,
    )
    const same = merged[at]
    if (same?.gift && message.gift)
      merged[at] = { ...same, gift: { ...same.gift, count: same.gift.count + message.gift.count } }
    else merged.push(message)
  }
  return merged
}

/** Presents after a number and not before a moment that nobody took back, in order, behind those that wait to be shown. */
export function withNewGifts(
  waiting: readonly ImMessage[],
  messages: readonly ImMessage[],
  { seq, time }: Pick<ImMessage, 'seq' | 'time'>,
): readonly ImMessage[] {
  const added: ImMessage[] = []
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (!message || message.seq <= seq) break
    if (message.gift && !message.recalled && message.time >= time) added.unshift(message)
  }
  return added.length === 0 ? waiting : mergeWaiting([...waiting, ...added]).slice(-mostWaiting)
}
