import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { DataPart } from '#client/features/common/data-part.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { courseGridPart } from '#client/pages/course/course-grid.tsx'
import {
  type CourseChoice,
  courseListCrumbs,
  courseListHref,
  courseListInput,
  courseListTitle,
  courseRoot,
  readCourseChoice,
} from '#client/pages/course/course-list-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { FilterRow, FilterRows } from '#client/ui/filter-row.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { CourseSort } from '#shared/contract/enums.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './course-list.module.css'

const sorts: readonly [CourseSort, string][] = [
  ['default', '综合'],
  ['new', '最新'],
  ['popular', '人气'],
  ['price-asc', '价格从低'],
  ['price-desc', '价格从高'],
]

function Filters({ choice }: { choice: CourseChoice }): ReactNode {
  const { courseTypes } = useApp().common
  const { one, two, type, free } = choice
  const directions = (one ? [one] : courseTypes).flatMap((subject) =>
    subject.children.map((direction) => ({ subject, direction })),
  )
  const item = (
    text: string,
    current: boolean,
    change: Partial<CourseChoice>,
  ): { text: string; current: boolean; href: string } => ({
    text,
    current,
    href: courseListHref(choice, change),
  })
  return (
    <FilterRows>
      <FilterRow
        label="学科"
        items={[
          item('全部', !one, { one: undefined, two: undefined }),
          ...courseTypes.map((subject) => item(subject.name, subject.id === one?.id, { one: subject, two: undefined })),
        ]}
      />
      <FilterRow
        label="方向"
        items={[
          item('全部', !two, { two: undefined }),
          ...directions.map(({ subject, direction }) =>
            item(direction.name, direction.id === two?.id, { one: subject, two: direction }),
          ),
        ]}
      />
      <FilterRow
        label="类型"
        items={[
          item('全部', !type, { type: undefined }),
          item('录播', type === 'video', { type: 'video' }),
          item('直播', type === 'live', { type: 'live' }),
        ]}
      />
      <FilterRow label="价格" items={[item('全部', !free, { free: false }), item('免费', free, { free: true })]} />
    </FilterRows>
  )
}

/** Anything is left out. */
function isFiltered({ one, type, free, trial }: CourseChoice): boolean {
  return one !== undefined || type !== undefined || free || trial
}

function SortBar({ choice, total }: { choice: CourseChoice; total: number }): ReactNode {
  const filtered = isFiltered(choice) || choice.sort !== 'default'
  return (
    <div className={`${css.sortbar} no-print`}>
      <TabLinks
        label="排序"
        items={sorts.map(([sort, text]) => ({
          text,
          href: courseListHref(choice, { sort }),
          current: choice.sort === sort,
        }))}
      />
      <a
        className={css.check}
        href={courseListHref(choice, { trial: !choice.trial })}
        aria-current={choice.trial ? 'true' : undefined}
      >
        <i aria-hidden="true" />
        只看可试看
      </a>
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
export function CourseList({ params, search }: PageProps): ReactNode {
  const { common } = useApp()
  const choice = readCourseChoice(params, new URLSearchParams(search), common)
  const list = useCall('GET /api/common/course-list-page', courseListInput(choice))
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
