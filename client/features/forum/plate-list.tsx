import type { ReactNode } from 'react'
import { plateHref } from '#client/features/forum/forum-address.ts'
import { PlateMark } from '#client/features/forum/plate-mark.tsx'
import type { Plate } from '#shared/contract/post.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './plate-list.module.css'

/** Plates side by side, each with its sign, what it is for and how much is in it. */
export function PlateList({ plates }: { plates: readonly Plate[] }): ReactNode {
  return (
    <ul className={css.list}>
      {plates.map((plate) => (
        <li key={plate.id} className={css.plate}>
          <PlateMark icon={plate.icon} />
          <div>
            <h3 className={css.name}>
              <a href={plateHref(plate.id)}>{plate.name}</a>
            </h3>
            <p className={`s13 muted two ${css.note}`}>{plate.description}</p>
            <p className="s12 faint">
              {countText(plate.postCount)} 帖
              {plate.todayCount > 0 ? <span className={css.today}>今日 {countText(plate.todayCount)}</span> : null}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
