import { PeriodKind } from '#shared/contract/enums.ts'

/** An open course that is taught at every hour of every day. */
export interface AlwaysOn {
  /** A live class, or a film that plays on the class's clock. */
  readonly kind: typeof PeriodKind.live | typeof PeriodKind.aiLive
  /** Who teaches it before all others. */
  readonly leadTeacher?: string
  /** In place of how the class is held, in its introduction. */
  readonly manner?: string
}

const aiManner =
  '录播直播：影片按课表的时间播放，迟到的同学从当前的画面接着看，快进和倒退都不行。老师和助教在聊天里回答问题，课后还有一次评价。'

/** The live one among them. */
export const alwaysOnLive = '室内一角：谁住在这间屋子'

/** By the name of the course; of eight lessons each, so that two classes fill the day. */
const courses: Readonly<Record<string, AlwaysOn>> = {
  [alwaysOnLive]: { kind: PeriodKind.live, leadTeacher: 'gu-nanqiao' },
  '菜与水果：具象图标的概括': { kind: PeriodKind.aiLive, manner: aiManner },
  '个体户还是公司：注册前想清楚': { kind: PeriodKind.aiLive, manner: aiManner },
}

export function alwaysOn(name: string): AlwaysOn | undefined {
  return courses[name]
}
