import type { ReactNode } from 'react'
import { useCall } from '#client/features/common/use-call.ts'
import { ticketFilterTexts, ticketKindTexts, ticketStateTexts } from '#client/features/ticket/ticket-words.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import {
  readTicketChoice,
  type TicketChoice,
  ticketsHref,
  ticketsInput,
} from '#client/pages/ticket/my-tickets-choice.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock, type EmptyBlockProps } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { TicketRow } from '#shared/contract/ticket.ts'
import { momentText, monthDayText } from '#shared/rules/number-text.ts'
import css from './ticket-page.module.css'

const filters = ['waiting', 'answered', 'closed'] as const

function emptyOf({ filter, page = 1 }: TicketChoice): EmptyBlockProps {
  if (page > 1)
    return { title: '这一页没有反馈', text: '', action: { text: '回到第一页', href: ticketsHref({ filter }) } }
  if (filter !== undefined)
    return { title: '这里没有反馈', text: '换一个状态看看', action: { text: '看全部', href: ticketsHref({}) } }
  return {
    title: '还没有写过反馈',
    text: '建议、故障、对课程的意见，写下来会有人答复',
    action: { text: '写反馈', href: '/feedback' },
  }
}

function Row({ row }: { row: TicketRow }): ReactNode {
  return (
    <li className={css.row}>
      <a href={`/user/feedback/${row.no}`}>
        <span className={css.words}>{row.summary}</span>
        <span className={css.state}>{ticketStateTexts[row.state]}</span>
        <span className="s13 muted">
          {ticketKindTexts[row.kind]} <span className="num">{row.no}</span>
          {row.courseName ? ` · ${row.courseName}` : ''}
        </span>
        <span className="s13 faint num">
          {row.dueTime === null ? momentText(row.updateTime) : `最晚 ${monthDayText(row.dueTime - 1)} 答复`}
        </span>
      </a>
    </li>
  )
}

/** What a learner has told the school. */
export function MyTickets({ search }: PageProps): ReactNode {
  const choice = readTicketChoice(new URLSearchParams(search))
  const { records, counts, current, pages, total } = useCall('GET /api/user/ticket/list', ticketsInput(choice))
  return (
    <UserFrame
      current="/user/feedback"
      title="我的反馈"
      actions={
        <ButtonLink tone="secondary" size="s" href="/feedback">
          写反馈
        </ButtonLink>
      }
    >
      <TabLinks
        label="反馈的状态"
        items={[
          { text: '全部', href: ticketsHref({}), current: choice.filter === undefined },
          ...filters.map((filter) => ({
            text: counts[filter] > 0 ? `${ticketFilterTexts[filter]} ${counts[filter]}` : ticketFilterTexts[filter],
            href: ticketsHref({ filter }),
            current: filter === choice.filter,
          })),
        ]}
      />
      {records.length === 0 ? (
        <EmptyBlock {...emptyOf(choice)} />
      ) : (
        <ul className={css.rows}>
          {records.map((row) => (
            <Row key={row.no} row={row} />
          ))}
        </ul>
      )}
      <Pager
        current={current}
        pages={pages}
        total={total}
        unit="条反馈"
        hrefOf={(page) => ticketsHref({ ...choice, page })}
      />
    </UserFrame>
  )
}
