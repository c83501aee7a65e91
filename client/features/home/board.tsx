import type { ReactNode } from 'react'
import { StaticPart } from '#client/features/common/static-part.tsx'
import { BannerSlides } from '#client/features/home/banner-slides.tsx'
import { useCarousel } from '#client/features/home/use-carousel.ts'
import type { Banner, CourseTypeNode } from '#shared/contract/fields.ts'
import css from './board.module.css'

const shownDirections = 3

/** Every subject with its first directions; it depends on the common data alone. */
export function CategoryList({ types }: { types: readonly CourseTypeNode[] }): ReactNode {
  return (
    <ul>
      {types.map((type) => (
        <li key={type.id}>
          <a className={css.subject} href={`/course/${type.path}`}>
            {type.name}
          </a>
          <span className={css.directions}>
            {type.children.slice(0, shownDirections).map((child) => (
              <a key={child.id} href={`/course/${type.path}/${child.path}`}>
                {child.name}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The blackboard: subjects on the left, what the school says in the middle, a sheet of paper on the right. */
export function Board({
  banners,
  types,
  children,
}: {
  banners: readonly Banner[]
  types: readonly CourseTypeNode[]
  children: ReactNode
}): ReactNode {
  const carousel = useCarousel(banners.length)
  return (
    <div className={`${css.board} on-board`}>
      <BannerSlides banners={banners} carousel={carousel} />
      <div className={`wrap ${css.over}`}>
        <StaticPart name="home-categories" as="nav" className={`${css.categories} no-print`} aria-label="课程分类">
          <CategoryList types={types} />
        </StaticPart>
        <div className={css.note}>{children}</div>
      </div>
    </div>
  )
}
