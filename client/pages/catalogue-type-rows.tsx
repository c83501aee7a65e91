import type { ReactNode } from 'react'
import type { ListChoice, TypeNode } from '#client/pages/catalogue-paths.ts'
import { FilterRow } from '#client/ui/filter-row.tsx'

/** The rows of a catalogue's two levels: subjects, and the directions of the chosen one or of all. */
export function TypeRows({
  types,
  choice: { one, two },
  hrefOf,
}: {
  types: readonly TypeNode[]
  choice: ListChoice
  hrefOf: (one: TypeNode | undefined, two: TypeNode | undefined) => string
}): ReactNode {
  const directions = (one ? [one] : types).flatMap((subject) =>
    subject.children.map((direction) => ({ subject, direction })),
  )
  return (
    <>
      <FilterRow
        label="学科"
        items={[
          { text: '全部', current: !one, href: hrefOf(undefined, undefined) },
          ...types.map((subject) => ({
            text: subject.name,
            current: subject.id === one?.id,
            href: hrefOf(subject, undefined),
          })),
        ]}
      />
      <FilterRow
        label="方向"
        items={[
          { text: '全部', current: !two, href: hrefOf(one, undefined) },
          ...directions.map(({ subject, direction }) => ({
            text: direction.name,
            current: direction.id === two?.id,
            href: hrefOf(subject, direction),
          })),
        ]}
      />
    </>
  )
}
