import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { LiveGrid } from '#client/features/live/live-card.tsx'
import { LiveLead } from '#client/features/live/live-lead.tsx'
import { openLivesQuery } from '#client/features/live/live-queries.ts'
import { groupLives } from '#client/features/live/live-state.ts'
import { useWithOwnRooms } from '#client/features/live/use-with-own-rooms.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { type LiveListChoice, liveListHref, liveListInput } from '#client/pages/live/live-list-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './live-list.module.css'

const heads: Partial<Record<LiveStatus, { title: string; note: ReactNode }>> = {
  [LiveStatus.live]: { title: '直播中', note: <LiveMark>老师正在讲</LiveMark> },
  [LiveStatus.notStarted]: { title: '即将开始', note: '先看看讲什么，到点再来' },
  [LiveStatus.ended]: { title: '回放', note: '讲过的课，什么时候看都不晚' },
}

/** More than that stand in rows like the others. */
const mostLeads = 2

/** Open live lessons: on air, soon, and replays. */
export function LiveList({ choice }: PageProps<LiveListChoice>): ReactNode {
  const list = useRead(openLivesQuery, liveListInput(choice.page))
  const now = useNow()
  const isLearner = useSession().user !== undefined
  const groups = groupLives(useWithOwnRooms(list.records), now)
  return (
    <div className="wrap">
      <Breadcrumb items={[{ text: '首页', href: '/' }, { text: '公开课' }]} />
      <div className="title-row">
        <h1>公开课</h1>
        {list.total > 0 ? <p className="muted">{countText(list.total)} 场直播与回放，不收费，进来就能坐下听</p> : null}
      </div>
      {groups.length === 0 ? (
        <EmptyBlock title="还没有公开课" text="先看看别的课程" action={{ text: '看全部课程', href: '/course' }} />
      ) : null}
      {groups.map((group, index) => (
        <section key={group.status} className={css.group} aria-labelledby={`live-${group.status}`}>
          <SectionHead
            id={`live-${group.status}`}
            title={heads[group.status]?.title ?? ''}
            note={heads[group.status]?.note}
          />
          {group.status === LiveStatus.live && group.cards.length <= mostLeads ? (
            group.cards.map((card, position) => (
              <LiveLead key={card.periodId} card={card} now={now} isLearner={isLearner} ringed={position === 0} />
            ))
          ) : (
            <LiveGrid cards={group.cards} now={now} isLearner={isLearner} first={index === 0 ? 4 : 0} />
          )}
        </section>
      ))}
      <Pager current={list.current} pages={list.pages} total={list.total} unit="场" hrefOf={liveListHref} />
    </div>
  )
}
