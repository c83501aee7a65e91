import type { ReactNode } from 'react'
import { copyText } from '#client/features/common/copy-text.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { GivenRating, TicketRating, TicketReply, TicketThread } from '#client/features/ticket/ticket-thread.tsx'
import { feedbackTypeTexts, ticketKindTexts, ticketStateTexts } from '#client/features/ticket/ticket-words.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button } from '#client/ui/button.tsx'
import { TicketState } from '#shared/contract/enums.ts'
import type { Ticket } from '#shared/contract/ticket.ts'
import { momentText, monthDayText } from '#shared/rules/number-text.ts'
import css from './ticket-page.module.css'

/** Where the matter stands, and what comes next. */
function standing({ state, dueTime, closeTime, reopenUntil, canReopen }: Ticket): string {
  if (state === TicketState.answered) return '已经答复。解决了就评价一下；没有新消息的话，七天后自动结束。'
  if (closeTime === null) return dueTime === null ? '' : `最晚 ${monthDayText(dueTime - 1)} 答复，会发到站内消息。`
  const ended = `${momentText(closeTime)} 结束。`
  return canReopen && reopenUntil !== null ? `${ended}${momentText(reopenUntil)} 前可以重新打开。` : ended
}

/** One feedback or complaint with all that was said about it. */
export function TicketDetail({ params }: PageProps): ReactNode {
  const ticket = useCall('GET /api/user/ticket/detail', { no: params.no ?? '' })
  const facts = [
    ticket.category ? feedbackTypeTexts[ticket.category] : null,
    ticket.problemName,
    ticket.courseName,
    ticket.periodName,
    ticket.orderNo ? `订单 ${ticket.orderNo}` : null,
    ticket.contact ? `联系方式 ${ticket.contact}` : null,
  ].filter((fact) => fact !== null)
  return (
    <UserFrame current="/user/feedback" title={`${ticketKindTexts[ticket.kind]}：${ticketStateTexts[ticket.state]}`}>
      <p className={`${css.facts} s13 muted`}>
        <span>
          编号 <span className="num">{ticket.no}</span>{' '}
          <Button
            tone="text"
            size="s"
            onClick={() => void copyText(ticket.no, { done: '编号已复制', byHand: '复制这个编号' })}
          >
            复制
          </Button>
        </span>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p>{standing(ticket)}</p>
      <TicketThread key={ticket.no} ticket={ticket} />
      <GivenRating ticket={ticket} />
      {ticket.canRate ? <TicketRating ticket={ticket} /> : null}
      {ticket.canWrite || ticket.canReopen ? (
        <TicketReply key={String(ticket.canReopen)} ticket={ticket} isReopening={!ticket.canWrite} />
      ) : null}
    </UserFrame>
  )
}
