import type { ReactNode } from 'react'
import { useCurrentSection } from '#client/features/common/use-current-section.ts'
import { TabLinks } from '#client/ui/tabs.tsx'
import css from './section-tabs.module.css'

export interface PageSection {
  id: string
  text: string
}

/** Tabs that stay under the header and follow the scrolling. */
export function SectionTabs({ sections }: { sections: readonly PageSection[] }): ReactNode {
  const current = useCurrentSection(sections)
  return (
    <div className={`${css.bar} no-print`}>
      <TabLinks
        label="本页目录"
        size="l"
        items={sections.map(({ id, text }) => ({ text, href: `#${id}`, current: id === current }))}
      />
    </div>
  )
}
