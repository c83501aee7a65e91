import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { workCategoriesQuery, workListQuery } from '#client/features/work/work-queries.ts'
import { WorkWall } from '#client/features/work/work-wall.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { FilterRow, FilterRows } from '#client/ui/filter-row.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { countText } from '#shared/rules/number-text.ts'
import {
  findWorkCategory,
  type WorkListChoice,
  workListCrumbs,
  workListInput,
  workListPath,
  workListTitle,
  workRoot,
} from './work-choice.ts'
import css from './work-list.module.css'

/** Learners' works, by college and category. */
export function WorkList({ choice }: PageProps<WorkListChoice>): ReactNode {
  const { common } = useApp()
  const list = useRead(workListQuery, workListInput(choice))
  const categories = useRead(workCategoriesQuery)
  const category = findWorkCategory(categories, choice)
  const { college } = choice
  // of a school that has just opened: there is nothing to choose from
  const isBare = list.total === 0 && !college
  const own = categories.filter(({ collegeId }) => collegeId === college?.id)
  return (
    <div className="wrap">
      <Breadcrumb items={workListCrumbs(choice, category)} />
      <div className="title-row">
        <h1>{workListTitle(choice, category)}</h1>
        {list.total > 0 ? <p className="muted">{countText(list.total)} 件，红字是老师的批注</p> : null}
      </div>
      {isBare ? null : (
        <FilterRows>
          <FilterRow
            label="学院"
            items={[
              { text: '全部', href: workRoot, current: !college },
              ...common.colleges.map((item) => ({
                text: item.name,
                href: workListPath(item, undefined),
                current: item.id === college?.id,
              })),
            ]}
          />
          {college ? (
            <FilterRow
              label="分类"
              items={[
                { text: '全部', href: workListPath(college, undefined), current: !category },
                ...own.map((item) => ({
                  text: `${item.name} ${item.workCount}`,
                  href: workListPath(college, item.id),
                  current: item.id === category?.id,
                })),
              ]}
            />
          ) : null}
        </FilterRows>
      )}
      <h2 className="visually-hidden">作品列表</h2>
      <div className={css.wall}>
        {list.records.length > 0 ? (
          <WorkWall works={list.records} rows={4} first={4} />
        ) : isBare ? (
          <EmptyBlock
            title="还没有学员作品"
            text="学员同意展示的作品会出现在这里"
            action={{ text: '看全部课程', href: '/course' }}
          />
        ) : (
          <EmptyBlock
            title="这里还没有作品"
            text="换个学院，或者看看全部作品"
            action={{ text: '看全部作品', href: workRoot }}
          />
        )}
      </div>
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        unit="件"
        hrefOf={(page) => workListPath(college, choice.categoryId, page)}
      />
    </div>
  )
}
