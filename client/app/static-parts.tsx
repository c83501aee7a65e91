import type { ReactNode } from 'react'
import { CollegeMenu } from '#client/app/college-menu.tsx'
import { CourseMenu } from '#client/app/course-menu.tsx'
import { FooterContent } from '#client/app/footer.tsx'
import { CollegeRow } from '#client/features/college/college-row.tsx'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { DataPartSpec } from '#client/features/common/data-part.tsx'
import { CategoryList } from '#client/features/home/board.tsx'
import { classesGridPart } from '#client/pages/classes/classes-grid.tsx'
import { courseGridPart } from '#client/pages/course/course-grid.tsx'
import { homeParts } from '#client/pages/home/home-parts.tsx'

/** The parts that depend on the common data alone, by the name under which they stand in a `StaticPart`. */
export const staticParts: Readonly<Record<string, (common: CommonData) => ReactNode>> = {
  'course-menu': () => <CourseMenu />,
  'college-menu': () => <CollegeMenu />,
  'home-categories': ({ courseTypes }) => <CategoryList types={courseTypes} />,
  'home-colleges': ({ colleges }) => <CollegeRow colleges={colleges} />,
  'footer-home': () => <FooterContent isHome />,
  footer: () => <FooterContent isHome={false} />,
}

/** The parts that depend on one answer alone, by the id of their page. */
export const dataParts: Readonly<Record<string, readonly DataPartSpec<object>[]>> = {
  home: homeParts,
  'course-list': [courseGridPart],
  'classes-list': [classesGridPart],
}
