import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import css from './college-menu.module.css'

/** Every college, under the title of the study garden. */
export function CollegeMenu(): ReactNode {
  const { colleges } = useApp().common
  return (
    <>
      <p className={css.title}>学习园地</p>
      <ul className={css.list}>
        {colleges.map((college) => (
          <li key={college.id}>
            <a href={`/college/${college.path}`} data-level="1">
              <b>{college.name}</b>
              <span>{college.smallTitle}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
