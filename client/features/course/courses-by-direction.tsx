import { type MouseEvent, type ReactNode, useState, useTransition } from 'react'
import { useCall } from '#client/features/common/use-call.ts'
import { CourseGrid } from '#client/features/course/course-card.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { CallInput } from '#shared/contract/calls.ts'
import css from './courses-by-direction.module.css'

type Input = CallInput<'GET /api/college/course-type-list'>

function Courses({ input, pending, allHref }: { input: Input; pending: boolean; allHref: string }): ReactNode {
  const list = useCall('GET /api/college/course-type-list', input)
  return (
    <div className={css.courses} aria-busy={pending}>
      <CourseGrid courses={list.records} />
      {list.total > list.records.length ? (
        <p className={css.rest}>
          <a className="more" href={allHref}>
            看全部 {list.total} 门
          </a>
        </p>
      ) : null}
    </div>
  )
}

export interface CoursesByDirectionProps {
  directions: readonly { id: number; name: string; url: string }[]
  /** The call's input for a direction, or for all of them. */
  inputOf: (typeId?: number) => Input
  allHref: string
  head: (tabs: ReactNode) => ReactNode
}

/** A college's courses with a tab per direction. A tab is a link to that list; with script it changes the courses here. */
export function CoursesByDirection({ directions, inputOf, allHref, head }: CoursesByDirectionProps): ReactNode {
  const [chosen, setChosen] = useState<number>()
  const [pending, startTransition] = useTransition()
  const items = [
    { text: '全部', href: allHref, current: chosen === undefined },
    ...directions.map(({ id, name, url }) => ({ text: name, href: url, current: id === chosen })),
  ]
  const handleClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    startTransition(() => setChosen(directions.find((direction) => direction.url === link.getAttribute('href'))?.id))
  }
  const current = directions.find((direction) => direction.id === chosen)
  return (
    <>
      {head(
        <div onClickCapture={handleClick}>
          <TabLinks label="按方向看课程" items={items} />
        </div>,
      )}
      <Courses input={inputOf(chosen)} pending={pending} allHref={current?.url ?? allHref} />
    </>
  )
}
