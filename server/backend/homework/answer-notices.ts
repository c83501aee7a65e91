import type { Notice } from '#server/backend/message/notify.ts'

/** Whose homework came back. */
export interface Answered {
  readonly userId: number
  readonly homeworkId: number
  readonly roundId: number
  readonly courseName: string
  readonly title: string
}

const urlOf = ({ homeworkId }: Answered): string => `/homework/detail/${homeworkId}`

/** Tells a learner that their homework was corrected. */
export function correctedNotice(answered: Answered, score: number): Notice {
  const { userId, roundId, courseName, title } = answered
  return {
    userId,
    topic: 'homework',
    ref: `homework-corrected:${roundId}`,
    title: '作业批改好了',
    text: `《${courseName}》的「${title}」得了 ${score} 分。`,
    button: { name: '看批改', url: urlOf(answered) },
  }
}

/** Tells a learner that their homework is to be done again, and why. */
export function returnedNotice(answered: Answered, reason: string): Notice {
  const { userId, roundId, courseName, title } = answered
  return {
    userId,
    topic: 'homework',
    ref: `homework-returned:${roundId}`,
    title: '作业被退回了',
    text: `《${courseName}》的「${title}」需要再做一次：\n${reason}`,
    button: { name: '去修改', url: urlOf(answered) },
  }
}
