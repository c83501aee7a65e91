import { isStaffType } from '#client/features/room/people.tsx'
import { type ImUserType, LiveStatus, SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { timeText } from '#shared/rules/number-text.ts'

/** Authors take back what they said within two minutes. */
export const recallMs = 120_000

/** Whether a message has a line of its own in the chat; a recall is shown where the message was. */
export function hasLine(message: ImMessage, staffOnly: boolean): boolean {
  if (message.type !== 'system') return !staffOnly || (message.from !== null && isStaffType(message.from.userType))
  const { systemType, system } = message
  if (systemType === SystemMessage.mute) return !staffOnly
  if (systemType === SystemMessage.queueCall) return true
  if (systemType === SystemMessage.notice) return Boolean(system?.notice)
  // A stream that begins or breaks off is seen in the picture.
  if (systemType === SystemMessage.aiLive) return system?.status === LiveStatus.ended
  return (
    systemType === SystemMessage.evaluate || systemType === SystemMessage.push || systemType === SystemMessage.liveStop
  )
}

/** One entry of the chat: a message, or equal presents that somebody gave one after another. */
export interface ChatEntry {
  /** The first of them. */
  readonly message: ImMessage
  /** The last: what is done with the entry is done with it. */
  readonly newest: ImMessage
  /** How many presents it is. */
  readonly count: number
}

/** Presents later than this are another gesture. */
const togetherMs = 60_000

function isEqualGift(a: ImMessage, b: ImMessage): boolean {
  return a.gift?.giftId === b.gift?.giftId && a.from?.userId === b.from?.userId
}

/** Equal presents of one person in one entry with their number, also when others give theirs between; what is said in between begins anew. */
export function mergeGifts(lines: readonly ImMessage[]): ChatEntry[] {
  const entries: ChatEntry[] = []
  let runFrom = 0
  for (const message of lines) {
    if (!message.gift || message.recalled) {
      entries.push({ message, newest: message, count: 1 })
      runFrom = entries.length
      continue
    }
    const at = entries.findLastIndex(
      (entry, index) =>
        index >= runFrom && isEqualGift(entry.message, message) && message.time - entry.newest.time < togetherMs,
    )
    const same = entries[at]
    if (same) entries[at] = { ...same, newest: message, count: same.count + message.gift.count }
    else entries.push({ message, newest: message, count: message.gift.count })
  }
  return entries
}

/** A system message in words; `name` is who it is about. */
export function systemText({ systemType, system }: ImMessage, name: string): string {
  if (systemType === SystemMessage.mute) {
    if (!system?.isEstoppel) return `${name}可以发言了`
    return system.untilTime ? `${name}被禁言到 ${timeText(system.untilTime)}` : `${name}被禁言`
  }
  if (systemType === SystemMessage.queueCall) return `轮到${name}提问`
  if (systemType === SystemMessage.notice) return '老师更新了公告'
  if (systemType === SystemMessage.evaluate) return '老师请大家评价这节课'
  if (systemType === SystemMessage.push) return `老师推送了“${system?.push?.title ?? ''}”`
  return '这节课结束了'
}

/** What stands in the place of a message that is gone; `by` is the name of who took it back when that wasn't its author. Who reads is called 你. */
export function recalledText(
  { from }: ImMessage,
  by: { userId: string; name: string } | undefined,
  meId: string | undefined,
): string {
  const isMine = from !== null && from.userId === meId
  const author = isMine ? '你' : (from?.nickname ?? '有人')
  if (by === undefined) return `${author}${isMine ? '' : ' '}撤回了一条消息`
  const actor = by.userId === meId ? '你' : `${by.name} `
  return `${actor}撤回了${isMine ? '你' : ` ${author} `}的一条消息`
}

/** Who took each message back, as far as the list tells. */
export function recallers(messages: readonly ImMessage[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const { systemType, system } of messages)
    if (systemType === SystemMessage.recall && system?.userId)
      for (const seq of system.seqs ?? []) found.set(seq, system.userId)
  return found
}

export interface TextPart {
  text: string
  isName: boolean
}

/** Splits what was said at the names that it calls. */
export function namesIn(text: string, nicknames: readonly string[]): TextPart[] {
  const names = nicknames.filter(Boolean).map((name) => `@${name}`)
  const parts: TextPart[] = []
  let rest = text
  while (rest) {
    const found = names
      .map((name) => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
    if (!found) break
    if (found.at > 0) parts.push({ text: rest.slice(0, found.at), isName: false })
    parts.push({ text: found.name, isName: true })
    rest = rest.slice(found.at + found.name.length)
  }
  if (rest) parts.push({ text: rest, isName: false })
  return parts
}

/** Whether this message may be taken back by who looks at it. */
export function canRecall(
  message: ImMessage,
  me: { userId: string; userType: ImUserType; isStaff: boolean },
  now: number,
): boolean {
  if (message.recalled || message.type === 'system') return false
  return me.isStaff || (message.from?.userId === me.userId && now - message.time < recallMs)
}
