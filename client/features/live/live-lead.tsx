import type { ReactNode } from 'react'
import { type LiveVisit, liveHref, liveSpan } from '#client/features/live/live-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { LiveMark } from '#client/ui/tag.tsx'
import { LectureType } from '#shared/contract/enums.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { countText, timeText } from '#shared/rules/number-text.ts'
import css from './live-lead.module.css'

/** A lesson on air, large: the one thing that happens now, its time ringed by the red pen. */
export function LiveLead({ card, ringed, ...visit }: { card: LiveCard; ringed: boolean } & LiveVisit): ReactNode {
  const { href, isRoom } = liveHref(card, visit)
  return (
    <article className={css.lead}>
      <Picture src={card.coverImg} alt="" ratio="cover" sizes="(min-width: 1041px) 580px, 94vw" eager />
      <div>
        <p className={css.when}>
          <time className={`${css.time} ${ringed ? 'ring' : ''}`} dateTime={new Date(card.begDate).toISOString()}>
            {timeText(card.begDate)}
          </time>
          <LiveMark />
        </p>
        <h3 className={css.name}>{card.periodName || card.name}</h3>
        <p className="muted">{card.name}</p>
        <p className={css.facts}>
          <span>{card.teacherName}</span>
          <span>{liveSpan(card)}</span>
          <span>{countText(card.studyCount)} 人在学</span>
        </p>
        <p className={css.ways}>
          <ButtonLink tone="primary" size="l" href={href}>
            {isRoom ? '进入教室' : '看这场直播'}
          </ButtonLink>
          {isRoom ? (
            <ButtonLink tone="quiet" size="l" href={detailUrl(LectureType.live, card.id)}>
              看课程介绍
            </ButtonLink>
          ) : null}
        </p>
      </div>
    </article>
  )
}
