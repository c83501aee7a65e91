import { type MouseEvent, type ReactNode, useState, useTransition } from 'react'
import { ClassesRow, LeadClasses } from '#client/features/classes/classes-card.tsx'
import { homeClassesInput } from '#client/features/classes/home-classes-input.ts'
import { DataPart, type DataPartSpec } from '#client/features/common/data-part.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './classes-by-college.module.css'

/** One class large, the others in a column. */
export const classesPart: DataPartSpec<CallOutput<'GET /api/modular/home-page/class-system'>> = {
  name: 'classes',
  route: 'GET /api/modular/home-page/class-system',
  render: ([lead, ...others]) => (
    <>
      {lead ? <LeadClasses item={lead} /> : null}
      <ul className={css.list}>
        {others.map((item) => (
          <ClassesRow key={item.id} item={item} />
        ))}
      </ul>
    </>
  ),
}

function Classes({ collegeId, pending }: { collegeId: number | undefined; pending: boolean }): ReactNode {
  const classes = useCall('GET /api/modular/home-page/class-system', homeClassesInput(collegeId))
  if (classes.length === 0) return <p className="muted">这个学院还没有开班</p>
  return <DataPart of={classesPart} data={classes} className={css.classes} aria-busy={pending} />
}

/** System classes with a tab per college. A tab is a link to the college; with script it changes the classes here. */
export function ClassesByCollege({ head }: { head: (tabs: ReactNode) => ReactNode }): ReactNode {
  const colleges = useCall('GET /api/modular/home-page/class-system/college', {})
  const [chosen, setChosen] = useState<number>()
  const [pending, startTransition] = useTransition()
  const items = [
    { text: '全部', href: '/classes', current: chosen === undefined },
    ...colleges.map((college) => ({
      text: college.name,
      href: `/college/${college.path}`,
      current: college.id === chosen,
    })),
  ]
  const handleClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    const path = link.getAttribute('href')
    startTransition(() => setChosen(colleges.find((college) => `/college/${college.path}` === path)?.id))
  }
  return (
    <>
      {head(
        <div onClickCapture={handleClick}>
          <TabLinks label="按学院看系统班" items={items} />
        </div>,
      )}
      <Classes collegeId={chosen} pending={pending} />
    </>
  )
}
