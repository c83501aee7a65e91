import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { College, LearnDirection, PainPoint } from '#shared/contract/college.ts'
import css from './college-row.module.css'

/** The colleges side by side, each with a picture of its craft. */
export function CollegeRow({ colleges }: { colleges: readonly College[] }): ReactNode {
  return (
    <ul className={css.row}>
      {colleges.map((college) => (
        <li key={college.id}>
          <a className={css.college} href={`/college/${college.path}`}>
            <Picture className={css.picture} src={college.coverImg} alt="" ratio="free" width={320} height={240} sizes="(min-width: 1041px) 184px, (min-width: 769px) 30vw, 46vw" />
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

/** The college's directions with what each is about. */
export function DirectionGrid({ directions }: { directions: readonly LearnDirection[] }): ReactNode {
  return (
    <ul className={css.directions}>
      {directions.map((direction) => (
        <li key={direction.id}>
          <a className={css.direction} href={direction.url}>
            <Picture className={css.drawing} src={direction.img} alt="" ratio="free" width={56} height={56} sizes="56px" />
            <span>
              <b>{direction.name}</b>
              <span className="s13 muted">{direction.note}</span>
              <span className="s12 faint">{direction.courseCount} 门课</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
