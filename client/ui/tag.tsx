import type { ReactNode } from 'react'
import css from './tag.module.css'

/** plain tells the kind, got what the learner has, due that time is short, wait that somebody is awaited, live is on air. */
export type TagTone = 'plain' | 'got' | 'due' | 'wait' | 'live'

/** One short word on a small ground. */
export function Tag({ tone, children }: { tone: TagTone; children: ReactNode }): ReactNode {
  return <span className={`${css.tag} ${css[tone]}`}>{children}</span>
}

/** 直播中 with three bars that rise and fall, still under reduced motion. */
export function LiveMark({ children = '直播中' }: { children?: ReactNode }): ReactNode {
  return <span className={css.mark}>{children}</span>
}
