import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { Teacher } from '#shared/contract/fields.ts'
import css from './teacher-list.module.css'

/** Who teaches, with their own words: on details. */
export function TeacherList({ teachers }: { teachers: readonly Teacher[] }): ReactNode {
  return (
    <ul>
      {teachers.map((teacher) => (
        <li key={teacher.id} className={css.teacher}>
          <Picture className={css.face} src={teacher.headImg} alt="" ratio="square" sizes="72px" />
          <div>
            <h3 className="h3">{teacher.name}</h3>
            <p className="muted">{teacher.title}</p>
            <p className={css.intro}>{teacher.intro}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Portraits in a row: on the home and college pages. */
export function TeacherRow({ teachers }: { teachers: readonly Teacher[] }): ReactNode {
  return (
    <ul className={css.row}>
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          <Picture src={teacher.headImg} alt="" ratio="square" sizes="(min-width: 1041px) 184px, 30vw" />
          <h3 className={css.name}>{teacher.name}</h3>
          <p className="s13 muted">{teacher.title}</p>
        </li>
      ))}
    </ul>
  )
}
