import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { DecisionCard } from '#client/features/forum/decision-card.tsx'
import { ownDecisionQuery, ownDecisionsQuery, ownReportsQuery } from '#client/features/forum/process-queries.ts'
import { ReportRows } from '#client/features/forum/report-rows.tsx'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import { type RecordChoice, recordHref } from '#client/pages/forum/forum-record-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import css from './forum-record.module.css'

function Chosen({ id }: { id: number }): ReactNode {
  return <DecisionCard decision={useRead(ownDecisionQuery, id)} isOpen />
}

function Decisions({ page, id }: Pick<RecordChoice, 'page' | 'id'>): ReactNode {
  const list = useRead(ownDecisionsQuery, page)
  const others = list.records.filter((decision) => decision.id !== id)
  return (
    <>
      {id === undefined ? null : <Chosen id={id} />}
      {list.records.length === 0 ? (
        <EmptyBlock
          title="没有处理记录"
          text="帖子和回复的审核结果会在这里"
          action={{ text: '看看社区公约', href: '/agreement/community' }}
        />
      ) : (
        others.map((decision) => <DecisionCard key={decision.id} decision={decision} />)
      )}
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        unit="条"
        hrefOf={(number) => recordHref({ tab: 'decision', page: number })}
      />
    </>
  )
}

function Reports({ page }: { page: number }): ReactNode {
  const list = useRead(ownReportsQuery, page)
  if (list.records.length === 0)
    return (
      <EmptyBlock
        title="你没有举报过"
        text="看到不合适的内容，点它下面的“举报”"
        action={{ text: '看看社区公约', href: '/agreement/community' }}
      />
    )
  return (
    <>
      <ReportRows reports={list.records} />
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        unit="条"
        hrefOf={(number) => recordHref({ tab: 'report', page: number })}
      />
    </>
  )
}

/** Decisions about the learner with their appeals, and what came of their reports. */
export function ForumRecord({ choice: { tab, page, id } }: PageProps<RecordChoice>): ReactNode {
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: '我的社区', href: '/bbs/user' }, { text: '我的处理记录' }]} />
      <div className={css.page}>
        <h1 className={css.title}>我的处理记录</h1>
        <TabLinks
          label="内容"
          size="l"
          items={[
            { text: '对我的处理', href: recordHref({ tab: 'decision' }), current: tab === 'decision' },
            { text: '我的举报', href: recordHref({ tab: 'report' }), current: tab === 'report' },
          ]}
        />
        {tab === 'report' ? <Reports page={page} /> : <Decisions page={page} id={id} />}
        <p className={`s13 muted ${css.note}`}>
          每次处理都写明条款和理由。不同意的，收到消息后 15 天内可以申诉一次，由没有参与过的工作人员在五个工作日内答复。
        </p>
      </div>
    </div>
  )
}
