import type { ReactNode } from 'react'
import { classesListQuery } from '#client/features/classes/classes-queries.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { DataPart } from '#client/features/common/data-part.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { type ListChoice, listPath } from '#client/pages/catalogue-paths.ts'
import { TypeRows } from '#client/pages/catalogue-type-rows.tsx'
import { classesGridPart } from '#client/pages/classes/classes-grid.tsx'
import {
  classesListCrumbs,
  classesListInput,
  classesListTitle,
  classesRoot,
} from '#client/pages/classes/classes-list-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { FilterRows } from '#client/ui/filter-row.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { countText } from '#shared/rules/number-text.ts'
import css from './classes-list.module.css'

function Filters({ choice }: { choice: ListChoice }): ReactNode {
  const { classTypes } = useApp().common
  return (
    <FilterRows>
      <TypeRows types={classTypes} choice={choice} hrefOf={(one, two) => listPath(classesRoot, one, two)} />
    </FilterRows>
  )
}

/** System classes, by subject and kind. */
export function ClassesList({ choice }: PageProps<ListChoice>): ReactNode {
  const list = useRead(classesListQuery, classesListInput(choice))
  // of a school that has just opened: there is nothing to choose from
  const isBare = list.total === 0 && !choice.one
  return (
    <div className="wrap">
      <Breadcrumb items={classesListCrumbs(choice)} />
      <div className="title-row">
        <h1>{classesListTitle(choice)}</h1>
        {list.total > 0 ? (
          <p className="muted">{countText(list.total)} 个班，按学期上课，有同学、有作业、有毕业</p>
        ) : null}
      </div>
      {isBare ? null : <Filters choice={choice} />}
      {isBare ? null : (
        <p className={`${css.bar} no-print`}>
          {choice.one ? (
            <a className="link" href={classesRoot}>
              清空
            </a>
          ) : null}
          <span className="push">共 {countText(list.total)} 个班</span>
        </p>
      )}
      <h2 className="visually-hidden">系统班列表</h2>
      {list.records.length > 0 ? (
        <DataPart of={classesGridPart} data={list} />
      ) : isBare ? (
        <EmptyBlock
          title="系统班还在准备"
          text="开始招生以后会出现在这里"
          action={{ text: '看全部课程', href: '/course' }}
        />
      ) : (
        <EmptyBlock
          title="这里还没有开班"
          text="换个学科，或者看看全部系统班"
          action={{ text: '看全部系统班', href: classesRoot }}
        />
      )}
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        unit="个班"
        hrefOf={(page) => listPath(classesRoot, choice.one, choice.two, page)}
      />
    </div>
  )
}
