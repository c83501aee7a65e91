import type { TagTone } from '#client/ui/tag.tsx'
import { HomeworkState } from '#shared/contract/enums.ts'
import { dayText, momentText, timeText } from '#shared/rules/number-text.ts'

/** What a homework's state is called. */
export const homeworkStateTexts: Readonly<Record<HomeworkState, string>> = {
  [HomeworkState.notComplete]: '未完成',
  [HomeworkState.waitingCorrection]: '待批改',
  [HomeworkState.corrected]: '已批改',
}

export const homeworkStateTones: Readonly<Record<HomeworkState, TagTone>> = {
  [HomeworkState.notComplete]: 'plain',
  [HomeworkState.waitingCorrection]: 'wait',
  [HomeworkState.corrected]: 'got',
}

const hourMs = 3_600_000

/** '今天 23:59 截止，还有 3 小时'; past it '…截止，已经过了'. `now` undefined: not known yet. `word`: what is said of the moment. */
export function dueText(dueTime: number, now: number | undefined, word = ' 截止'): string {
  if (now === undefined) return `${momentText(dueTime)}${word}`
  const left = dueTime - now
  if (left < 0) return `${momentText(dueTime)}${word}，已经过了`
  const day =
    dayText(dueTime) === dayText(now)
      ? `今天 ${timeText(dueTime)}`
      : dayText(dueTime) === dayText(now + 24 * hourMs)
        ? `明天 ${timeText(dueTime)}`
        : momentText(dueTime)
  if (left < hourMs) return `${day}${word}，还有 ${Math.max(1, Math.ceil(left / 60_000))} 分钟`
  if (left < 24 * hourMs) return `${day}${word}，还有 ${Math.floor(left / hourMs)} 小时`
  return `${day}${word}`
}

/** Whether it is short of time: less than a day, or over. */
export function isPressing(dueTime: number, now: number | undefined): boolean {
  return now !== undefined && dueTime - now < 24 * hourMs
}
