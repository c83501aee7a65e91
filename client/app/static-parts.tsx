import type { ReactNode } from 'react'
import { CollegeMenu } from '#client/app/college-menu.tsx'
import { CourseMenu } from '#client/app/course-menu.tsx'
import { FooterContent } from '#client/app/footer.tsx'

/** The parts that depend on the common data alone, by the name under which they stand in a `StaticPart`. */
export const staticParts: Readonly<Record<string, () => ReactNode>> = {
  'course-menu': () => <CourseMenu />,
  'college-menu': () => <CollegeMenu />,
  'footer-home': () => <FooterContent isHome />,
  footer: () => <FooterContent isHome={false} />,
}
