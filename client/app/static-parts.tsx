import type { ReactNode } from 'react'
import { CollegeMenu } from '#client/app/college-menu.tsx'
import { CourseMenu } from '#client/app/course-menu.tsx'
import { FooterContent } from '#client/app/footer.tsx'
import { CollegeRow } from '#client/features/college/college-row.tsx'
import type { CommonData } from '#client/features/common/common-data.ts'
import { CategoryList } from '#client/features/home/board.tsx'

/** The parts that depend on the common data alone, by the name under which they stand in a `StaticPart`. */
export const staticParts: Readonly<Record<string, (common: CommonData) => ReactNode>> = {
  'course-menu': () => <CourseMenu />,
  'college-menu': () => <CollegeMenu />,
  'home-categories': ({ courseTypes }) => <CategoryList types={courseTypes} />,
  'home-colleges': ({ colleges }) => <CollegeRow colleges={colleges} />,
  'footer-home': () => <FooterContent isHome />,
  footer: () => <FooterContent isHome={false} />,
}
