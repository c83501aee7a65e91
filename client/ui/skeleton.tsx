import type { ReactNode } from 'react'
import css from './skeleton.module.css'

export interface SkeletonProps {
  kind: 'cards' | 'lines' | 'detail'
  /** Cards or lines; 8 cards or 5 lines when left out. */
  count?: number
}

/** The place of what is still on its way: unseen for 200 ms, then still. */
export function Skeleton({ kind, count = kind === 'cards' ? 8 : 5 }: SkeletonProps): ReactNode {
  const items = Array.from({ length: count }, (_, index) => index)
  return (
    <div className={css.skeleton} role="status" aria-label="加载中">
      {kind === 'cards' ? (
        <div className="cards">
          {items.map((item) => (
            <div key={item} className={css.card}>
              <i />
              <i />
              <i />
              <i />
            </div>
          ))}
        </div>
      ) : (
        <div className={kind === 'detail' ? css.detail : undefined}>
          {kind === 'detail' ? <i className={css.pic} /> : null}
          <div className={css.lines}>
            {items.map((item) => (
              <i key={item} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
