import type { ReactNode } from 'react'
import { LiveStatusMark } from '#client/features/live/live-card.tsx'
import { dayLabel, type LiveVisit, liveHref, liveStatusOf } from '#client/features/live/live-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { countText, timeText } from '#shared/rules/number-text.ts'
import css from './timetable.module.css'

const actions: Partial<Record<LiveStatus, string>> = {
  [LiveStatus.live]: '看这场直播',
  [LiveStatus.notStarted]: '看看讲什么',
}

function Lesson({
  card,
  reference,
  ringed,
  ...visit
}: { card: LiveCard; reference: number; ringed: boolean } & LiveVisit): ReactNode {
  const status = liveStatusOf(card, visit.now)
  const day = dayLabel(card.begDate, reference)
  const { href, isRoom } = liveHref(card, visit)
  const action = isRoom ? '进入教室' : (actions[status] ?? '看课程介绍')
  return (
    <li className={css.lesson}>
      <p className={css.when}>
        <time className={`${css.time} ${ringed ? 'ring' : ''}`} dateTime={new Date(card.begDate).toISOString()}>
          {timeText(card.begDate)}
        </time>
        {day ? <span className="s12 faint">{day}</span> : null}
      </p>
      <h3 className={css.name}>{card.periodName || card.name}</h3>
      <p className={css.meta}>
        <LiveStatusMark status={status} />
        <span>{card.teacherName}</span>
        <span>{countText(card.studyCount)} 人在学</span>
      </p>
      <p className={css.action}>
        <ButtonLink
          tone={ringed ? 'primary' : 'quiet'}
          size="s"
          href={href}
          aria-label={`${action}：${card.periodName || card.name}`}
        >
          {action}
        </ButtonLink>
      </p>
    </li>
  )
}

/** Four lessons side by side; a red pen has ringed the time of the one on air, once on the page. */
export function Timetable({
  cards,
  reference,
  ...visit
}: { cards: readonly LiveCard[]; reference: number } & LiveVisit): ReactNode {
  const onAir = cards.find((card) => liveStatusOf(card, visit.now) === LiveStatus.live)
  return (
    <ol className={css.timetable}>
      {cards.map((card) => (
        <Lesson key={card.periodId} card={card} reference={reference} ringed={card === onAir} {...visit} />
      ))}
    </ol>
  )
}
