import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import css from './course-menu.module.css'

/** Subjects on the left, the directions of the one under the pointer on the right, its system class below them. */
export function CourseMenu(): ReactNode {
  const { courseTypes, classTypes } = useApp().common
  return (
    <ul className={css.mega}>
      {courseTypes.map((type) => {
        const classType = classTypes.find((other) => other.path === type.path)
        return (
          <li key={type.id} data-group="">
            <a className={css.type} href={`/course/${type.path}`} data-level="1">
              {type.name}
            </a>
            <div className={css.panel}>
              <p className={css.title}>{type.name}</p>
              <ul className={css.children}>
                {type.children.map((child) => (
                  <li key={child.id}>
                    <a href={`/course/${type.path}/${child.path}`} data-level="2">
                      {child.name}
                    </a>
                  </li>
                ))}
              </ul>
              {classType ? (
                <p className={css.classes}>
                  <a className="link" href={`/classes/${classType.path}`} data-level="2">
                    {type.name}系统班：有同学，有作业，有毕业
                  </a>
                </p>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
