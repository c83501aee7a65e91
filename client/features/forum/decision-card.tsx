import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { postHref } from '#client/features/forum/forum-address.ts'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Tag, type TagTone } from '#client/ui/tag.tsx'
import { BanDays, DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import type { OwnDecision } from '#shared/contract/forum-report.ts'
import { decisionPath } from '#shared/rules/forum-process.ts'
import { momentText, monthDayText } from '#shared/rules/number-text.ts'
import css from './decision-card.module.css'

const targetNames = new Map<number | null, string>([
  [ForumTarget.post, '帖子'],
  [ForumTarget.revision, '对帖子的修改'],
  [ForumTarget.comment, '回复'],
])
const actNames = new Map<number, string>([
  [DecisionAct.approve, '通过了审核'],
  [DecisionAct.refuse, '没有通过审核'],
  [DecisionAct.remove, '被移除'],
  [DecisionAct.warn, '收到提醒'],
])

function headline({ act, target, banDays }: OwnDecision): string {
  if (act === DecisionAct.ban) return banDays === BanDays.forGood ? '长期禁言' : `禁言 ${banDays} 天`
  return `${targetNames.get(target) ?? '内容'}${actNames.get(act) ?? ''}`
}

function state({ act, isOverturned, appeal, isBanned }: OwnDecision): { tone: TagTone; text: string } {
  if (isOverturned) return { tone: 'got', text: '已撤销' }
  if (appeal && appeal.isWon === null) return { tone: 'wait', text: '申诉中' }
  if (appeal) return { tone: 'plain', text: '维持原处理' }
  if (act === DecisionAct.approve) return { tone: 'got', text: '通过' }
  return isBanned ? { tone: 'due', text: '禁言中' } : { tone: 'plain', text: '已处理' }
}

function BanLine({ decision }: { decision: OwnDecision }): ReactNode {
  const { banDays, banUntil, isBanned } = decision
  if (banDays === null) return null
  if (isBanned && banUntil === null) return <p>没有期限，不能在社区发言。看帖和上课不受影响。</p>
  if (isBanned && banUntil !== null) return <p>到 {momentText(banUntil)} 为止不能在社区发言。看帖和上课不受影响。</p>
  return <p className="muted">禁言已经结束，可以正常发言。</p>
}

function Appeal({ decision }: { decision: OwnDecision }): ReactNode {
  const { appeal } = decision
  if (!appeal) return null
  return (
    <div className={css.appeal}>
      <h3 className="s13">你的申诉</h3>
      <p className={css.words}>{appeal.words}</p>
      {appeal.pictures.length > 0 ? (
        <p className={css.pictures}>
          {appeal.pictures.map((url, at) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={`申诉的第 ${at + 1} 张图`} loading="lazy" />
            </a>
          ))}
        </p>
      ) : null}
      <p className="s12 faint">
        <ForumTime time={appeal.time} minute />
      </p>
      {appeal.answer === null ? (
        <p className="muted">由另一位工作人员复核，{monthDayText(appeal.dueTime - 1)}下班前答复。</p>
      ) : (
        <>
          <h3 className="s13">{appeal.isWon ? '申诉成立' : '申诉没有成立'}</h3>
          <p className={css.words}>{appeal.answer}</p>
        </>
      )}
    </div>
  )
}

const AppealForm = lazyDialog(() => import('#client/features/forum/appeal-form.tsx').then((m) => m.AppealForm))

/** One decision about the learner: what, why, until when, and how to be heard. */
export function DecisionCard({ decision, isOpen = false }: { decision: OwnDecision; isOpen?: boolean }): ReactNode {
  const [appeals, setAppeals] = useState(false)
  const { env } = useApp()
  const { tone, text } = state(decision)
  const { id, act, title, content, clause, reason, note, time, appealUntil, postId, target } = decision
  const editable = act === DecisionAct.refuse && postId !== null && !decision.isOverturned
  return (
    <article className={isOpen ? `${css.card} ${css.open}` : css.card} id={`decision-${id}`}>
      <header className={css.head}>
        <h2 className={css.title}>
          <a href={decisionPath(id)}>{headline(decision)}</a>
        </h2>
        <Tag tone={tone}>{text}</Tag>
        <span className="s12 faint">
          <ForumTime time={time} minute />
        </span>
      </header>
      {clause === null ? null : <p className={css.clause}>社区公约 {clause}</p>}
      {reason === '' ? null : <p>{reason}</p>}
      {note === '' ? null : <p className="muted">工作人员附言：{note}</p>}
      <BanLine decision={decision} />
      {target === null ? null : (
        <blockquote className={css.text}>
          {title === '' ? null : <b>{title}</b>}
          <p>{content}</p>
        </blockquote>
      )}
      <Appeal decision={decision} />
      {appeals && appealUntil !== null ? (
        <AppealForm styles={env.css['appeal-form']} id={id} onClose={() => setAppeals(false)} />
      ) : (
        <p className={css.acts}>
          {editable ? (
            <ButtonLink tone="secondary" size="s" href={postHref(postId)}>
              去修改
            </ButtonLink>
          ) : null}
          {act === DecisionAct.approve && postId !== null ? (
            <ButtonLink tone="secondary" size="s" href={postHref(postId)}>
              去看看
            </ButtonLink>
          ) : null}
          {appealUntil === null ? null : (
            <>
              <Button tone="secondary" size="s" onClick={() => setAppeals(true)}>
                申诉
              </Button>
              <span className="s12 faint">{momentText(appealUntil)} 前可以申诉一次</span>
            </>
          )}
        </p>
      )}
    </article>
  )
}
