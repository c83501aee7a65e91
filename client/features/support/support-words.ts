import type { SupportState } from '#shared/contract/support.ts'
import { dayText, momentText, timeText } from '#shared/rules/number-text.ts'

const dayMs = 86_400_000

/** A moment as somebody says it today: '13:00', '明天 13:00', '3 月 14 日 13:00'. */
export function soonText(time: number, now: number): string {
  if (dayText(time) === dayText(now)) return timeText(time)
  return dayText(time) === dayText(now + dayMs) ? `明天 ${timeText(time)}` : momentText(time)
}

/** What stands beside the window's name. */
export function dutyText({ duty }: SupportState): string {
  if (duty.isOnDuty) return '在线'
  return duty.isOpen ? '暂时不在' : '下班了'
}

/** What is said on the strip while nobody is there. */
export function awayText({ duty, answerDueTime, isVisitor }: SupportState, now: number): string {
  const begin = duty.isOpen
    ? '客服暂时都不在。'
    : duty.nextTime === null
      ? '客服下班了。'
      : `现在 ${timeText(now)}。${soonText(duty.nextTime, now)} 起有人。`
  const due = answerDueTime === null ? '' : `先写下来，${soonText(answerDueTime, now)} 前回复`
  return begin + due + (isVisitor ? '，回来打开这里就能看到。' : '，回复会进消息。')
}

/** How long somebody who waits has to wait; undefined while nobody does. */
export function waitText({ state, ahead, expectedSec }: SupportState): string | undefined {
  if (state !== 'waiting' || ahead === null) return undefined
  const before = ahead === 0 ? '已经轮到你，客服看到就回' : `前面还有 ${ahead} 位`
  if (expectedSec === null) return before
  const minutes = Math.max(1, Math.round(expectedSec / 60))
  return `${before}，大约 ${minutes} 分钟`
}
