import { type ReactNode, useState } from 'react'
import css from './room-frame.module.css'

export interface Area {
  key: string
  name: string
  /** Drawn large or small; stays mounted when they change places. */
  render: (isSmall: boolean) => ReactNode
}

/** One picture, or a large and a small one that change places without starting anew. */
export function TwoAreas({ areas, children }: { areas: readonly Area[]; children?: ReactNode }): ReactNode {
  const [large, setLarge] = useState(0)
  const two = areas.length > 1
  const shown = areas.slice(0, 2)
  return (
    <div className={two ? css.two : css.one}>
      {shown.map((area, index) => {
        const isSmall = two && index !== large
        return (
          <div key={area.key} className={isSmall ? css.small : css.large}>
            {area.render(isSmall)}
            {isSmall ? (
              <button type="button" className={css.swap} onClick={() => setLarge(index)}>
                {area.name}
                <span className={css.hint}>换到大屏</span>
              </button>
            ) : null}
          </div>
        )
      })}
      {children}
    </div>
  )
}
