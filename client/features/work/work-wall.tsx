import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { WorkCard } from '#shared/contract/fields.ts'
import { ownValue } from '#shared/own-value.ts'
import { workUrl } from '#shared/rules/detail-url.ts'
import css from './work-wall.module.css'

/** Ratios that a class exists for: one row has one height, and no style attribute is needed. */
const ratios: readonly [number, string | undefined][] = [
  [0.67, css.r67],
  [0.75, css.r75],
  [0.8, css.r80],
  [1, css.r100],
  [1.25, css.r125],
  [1.333, css.r133],
  [1.5, css.r150],
  [1.78, css.r178],
]

function ratioClass(work: WorkCard): string {
  const ratio = work.coverHeight > 0 ? work.coverWidth / work.coverHeight : 1
  const [, name = ''] = ratios.reduce((best, next) =>
    Math.abs(next[0] - ratio) < Math.abs(best[0] - ratio) ? next : best,
  )
  return name
}

const perRow = 4

/** Learners' works in rows of one height, the teacher's words in red below each; `first` of them stand on the first screen. */
export function WorkWall({
  works,
  rows = 1,
  first = 0,
}: {
  works: readonly WorkCard[]
  rows?: number
  first?: number
}): ReactNode {
  const lines = Array.from({ length: rows }, (_, row) => works.slice(row * perRow, (row + 1) * perRow)).filter(
    (line) => line.length > 0,
  )
  return lines.map((line, row) => (
    <div key={line[0]?.id} className={css.works}>
      {line.map((work, place) => (
        <figure key={work.id} className={`${css.work} ${ratioClass(work)}`}>
          <a href={workUrl(work.id)}>
            <Picture
              className={css.picture}
              src={work.coverImg}
              alt={`${work.authorName}的作品《${work.title}》`}
              ratio="work"
              width={work.coverWidth}
              height={work.coverHeight}
              sizes="(min-width: 769px) 30vw, 46vw"
              eager={row * perRow + place < first}
            />
          </a>
          <figcaption className={css.caption}>
            <b>《{work.title}》</b>　{work.authorName}
            {work.teacherComment ? <span className="remark">{work.teacherComment}</span> : null}
          </figcaption>
        </figure>
      ))}
      {/* a short last row keeps the size of the others */}
      {row > 0 && line.length < perRow ? (
        <span className={ownValue(css, `room${perRow - line.length}`)} aria-hidden="true" />
      ) : null}
    </div>
  ))
}
