import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { DataPart } from '#client/features/common/data-part.tsx'
import { filterItems, filtersShown } from '#client/features/common/list-filters.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { type CourseFilters, courseFilters } from '#client/features/course/course-filters.ts'
import { courseListQuery } from '#client/features/course/course-queries.ts'
import { TypeRows } from '#client/pages/catalogue-type-rows.tsx'
import { courseGridPart } from '#client/pages/course/course-grid.tsx'
import {
  type CourseChoice,
  courseListCrumbs,
  courseListHref,
  courseListInput,
  courseListTitle,
  courseRoot,
} from '#client/pages/course/course-list-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { type FilterItem, FilterRow, FilterRows } from '#client/ui/filter-row.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { countText } from '#shared/rules/number-text.ts'
import css from './course-list.module.css'

function Filters({ choice }: { choice: CourseChoice }): ReactNode {
  const { courseTypes } = useApp().common
  return (
    <FilterRows>
      <TypeRows types={courseTypes} choice={choice} hrefOf={(one, two) => courseListHref(choice, { one, two })} />
      {filtersShown(courseFilters, 'row').map((field) => (
        <FilterRow key={field} label={courseFilters[field].label} items={itemsOf(choice, field)} />
      ))}
    </FilterRows>
  )
}

function itemsOf(choice: CourseChoice, field: keyof CourseFilters): FilterItem[] {
  return filterItems(courseFilters, field, choice.filters, (filters) => courseListHref(choice, { filters }))
}

/** Anything is left out. */
function isFiltered({ one, filters }: CourseChoice): boolean {
  const { sort: _, ...narrowing } = filters
  return one !== undefined || Object.values(narrowing).some((value) => value !== undefined)
}

/** A filter of one value: a box that ticks and unticks it. */
function FilterBox({ choice, field }: { choice: CourseChoice; field: keyof CourseFilters }): ReactNode {
  const [none, value] = itemsOf(choice, field)
  if (!none || !value) return null
  return (
    <a
      className={css.check}
      href={value.current ? none.href : value.href}
      aria-current={value.current ? 'true' : undefined}
    >
      <i aria-hidden="true" />
      {value.text}
    </a>
  )
}

function SortBar({ choice, total }: { choice: CourseChoice; total: number }): ReactNode {
  const filtered = isFiltered(choice) || choice.filters.sort !== undefined
  return (
    <div className={`${css.sortbar} no-print`}>
      {filtersShown(courseFilters, 'bar').map((field) => (
        <TabLinks key={field} label={courseFilters[field].label} items={itemsOf(choice, field)} />
      ))}
      {filtersShown(courseFilters, 'box').map((field) => (
        <FilterBox key={field} choice={choice} field={field} />
      ))}
      {filtered ? (
        <a className={css.clear} href={courseRoot}>
          清空
        </a>
      ) : null}
      <span className={css.total}>共 {countText(total)} 门</span>
    </div>
  )
}

/** All courses, by subject and direction. */
export function CourseList({ choice }: PageProps<CourseChoice>): ReactNode {
  const list = useRead(courseListQuery, courseListInput(choice))
  // of a school that has just opened: there is nothing to choose from
  const isBare = list.total === 0 && !isFiltered(choice)
  return (
    <div className="wrap">
      <Breadcrumb items={courseListCrumbs(choice)} />
      <div className="title-row">
        <h1>{courseListTitle(choice)}</h1>
        {list.total > 0 ? <p className="muted">{countText(list.total)} 门课，多数前几讲可以先试看</p> : null}
      </div>
      {isBare ? null : <Filters choice={choice} />}
      {isBare ? null : <SortBar choice={choice} total={list.total} />}
      <h2 className="visually-hidden">课程列表</h2>
      {list.records.length > 0 ? (
        <DataPart of={courseGridPart} data={list} />
      ) : isBare ? (
        <EmptyBlock title="课程还在准备" text="上架以后会出现在这里" action={{ text: '回首页', href: '/' }} />
      ) : (
        <EmptyBlock
          title="这里还没有课"
          text="换个方向，或者看看全部课程"
          action={{ text: '看全部课程', href: courseRoot }}
        />
      )}
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        unit="门"
        hrefOf={(page) => courseListHref(choice, { page })}
      />
    </div>
  )
}
