import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { College, PainPoint } from '#shared/contract/college.ts'
import type { NavigationItem } from '#shared/contract/home.ts'
import css from './college-row.module.css'

/** The colleges side by side, each with a picture of its craft. */
export function CollegeRow({ colleges }: { colleges: readonly College[] }): ReactNode {
  return (
    <ul className={css.row}>
      {colleges.map((college) => (
        <li key={college.id}>
          <a className={css.college} href={`/college/${college.path}`}>
            <Picture
              className={css.picture}
              src={college.coverImg}
              alt=""
              ratio="free"
              width={320}
              height={240}
              sizes="(min-width: 1041px) 184px, (min-width: 769px) 30vw, 46vw"
            />
            <h3 className={css.name}>{college.name}</h3>
            <span className="muted">{college.smallTitle}</span>
            <span className="faint">{college.courseCount} 门课</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Where most people get stuck, and where the college begins. */
export function PainPoints({ points }: { points: readonly PainPoint[] }): ReactNode {
  return (
    <ul className={css.points}>
      {points.map((point) => (
        <li key={point.title} className={css.point}>
          <Picture className={css.drawing} src={point.img} alt="" ratio="free" width={56} height={56} sizes="56px" />
          <div>
            <h3 className={css.title}>{point.title}</h3>
            <p className="muted">{point.content}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The college's ways in with what each is about; `counts` has the number of courses by address. */
export function DirectionGrid({
  items,
  counts,
}: {
  items: readonly NavigationItem[]
  counts: ReadonlyMap<string, number>
}): ReactNode {
  return (
    <ul className={css.directions}>
      {items.map((item) => (
        <li key={item.url + item.name}>
          <a className={css.direction} href={item.url}>
            <Picture className={css.drawing} src={item.icon} alt="" ratio="free" width={56} height={56} sizes="56px" />
            <span>
              <b>{item.name}</b>
              <span className="s13 muted">{item.note}</span>
              {counts.has(item.url) ? <span className="s12 faint">{counts.get(item.url)} 门课</span> : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
