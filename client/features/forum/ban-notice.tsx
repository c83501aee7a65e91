import { type ReactNode, useState } from 'react'
import { AppealForm } from '#client/features/forum/appeal-form.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { decisionPath } from '#shared/rules/forum-process.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './ban-notice.module.css'

type Ban = NonNullable<CallOutput<'GET /api/post/decision/my-ban'>>

function Acts({ ban, onAppeal }: { ban: Ban; onAppeal: () => void }): ReactNode {
  const { decisionId, appealUntil, isAppealed } = ban
  if (decisionId === null) return <span className="s13 muted">收到处理消息以后，可以在这里申诉。</span>
  return (
    <>
      {appealUntil === null ? (
        <span className="s13 muted">
          {isAppealed ? '申诉收到了，由另一位工作人员复核。' : '已经过了 15 天，不能再申诉。'}
        </span>
      ) : (
        <>
          <Button tone="secondary" size="s" onClick={onAppeal}>
            申诉
          </Button>
          <span className="s12 faint num">{momentText(appealUntil)} 前可以申诉一次</span>
        </>
      )}
      <a className="s13" href={decisionPath(decisionId)}>
        看处理记录
      </a>
    </>
  )
}

/** In the place of what one writes with: why the learner may not speak now, until when, and how to be heard. */
export function BanNotice({ ban }: { ban: Ban; onClose: () => void }): ReactNode {
  const [appeals, setAppeals] = useState(false)
  const { clause, reason, untilTime, decisionId, appealUntil } = ban
  return (
    <section className={css.ban} aria-label="禁言">
      <p className={css.title}>你现在不能在社区发言</p>
      <p className={`s13 muted ${css.term}`}>
        {untilTime === null ? '没有期限。' : `到 ${momentText(untilTime)} 为止，到时自动恢复。`}
        看帖和学习都不受影响，没写完的草稿也都在。
      </p>
      <div className={css.why}>
        {clause === null ? null : <p className={css.clause}>社区公约 {clause}</p>}
        {reason === '' ? null : <p className={css.reason}>{reason}</p>}
      </div>
      {appeals && decisionId !== null && appealUntil !== null ? (
        <AppealForm id={decisionId} onClose={() => setAppeals(false)} />
      ) : (
        <p className={css.acts}>
          <Acts ban={ban} onAppeal={() => setAppeals(true)} />
        </p>
      )}
    </section>
  )
}
