import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { ownClient } from '#client/features/support/own-client.ts'
import { hasEarlier, type Outgoing, type SupportView } from '#client/features/support/support-client.ts'
import { noteDraft } from '#client/features/support/support-draft.ts'
import { ConversationSide } from '#shared/contract/enums.ts'
import type { SupportMessage } from '#shared/contract/support.ts'
import { dayText, momentText, timeText } from '#shared/rules/number-text.ts'
import css from './support-panel.module.css'

/** After so long a silence the time stands between. */
const silenceMs = 10 * 60_000

function Pictures({ pictures }: { pictures: SupportMessage['pictures'] }): ReactNode {
  return pictures.map(({ url, name }) => (
    <a key={url} href={url} target="_blank" rel="noopener" className={css.picture}>
      <img src={url} alt={name} loading="lazy" />
    </a>
  ))
}

function Said({ message, isLast }: { message: SupportMessage; isLast: boolean }): ReactNode {
  const { side, text, pictures, agentRole, sentTime } = message
  if (side === ConversationSide.school) return <p className={css.event}>{text}</p>
  if (side === ConversationSide.owner)
    return (
      <div className={css.mine}>
        {text ? <p>{text}</p> : null}
        <Pictures pictures={pictures} />
        {isLast ? <small>已送到</small> : null}
      </div>
    )
  return (
    <div className={css.theirs}>
      <small>
        {agentRole}　<span className="num">{timeText(sentTime)}</span>
      </small>
      {text ? <p>{text}</p> : null}
      <Pictures pictures={pictures} />
    </div>
  )
}

function Waiting({ one, userId }: { one: Outgoing; userId: number | undefined }): ReactNode {
  const { api } = useApp()
  const client = ownClient(api, userId)
  return (
    <div className={css.mine} data-fate={one.fate}>
      {one.text ? <p>{one.text}</p> : <p>（图片）</p>}
      <small>
        {one.fate === 'sending' ? '正在发' : (one.error ?? '没发出去，连上就再发')}
        {one.fate === 'sending' ? null : (
          <>
            <button type="button" className={css.link} onClick={() => client.retry(one.clientMsgId)}>
              重发
            </button>
            <button type="button" className={css.link} onClick={() => noteDraft(client.takeBack(one.clientMsgId))}>
              拿回来改
            </button>
          </>
        )}
      </small>
    </div>
  )
}

function Earlier({ view, userId }: { view: SupportView; userId: number | undefined }): ReactNode {
  const { api } = useApp()
  const [fate, setFate] = useState<'idle' | 'busy' | 'failed'>('idle')
  if (!hasEarlier(view)) return null
  const load = (): void => {
    setFate('busy')
    ownClient(api, userId)
      .earlier()
      .then(
        () => setFate('idle'),
        () => setFate('failed'),
      )
  }
  return (
    <button type="button" className={css.earlier} disabled={fate === 'busy'} onClick={load}>
      {fate === 'failed' ? '没有加载出来，再试一次' : '看更早的'}
    </button>
  )
}

function Time({ at, before }: { at: number; before: number | undefined }): ReactNode {
  if (before !== undefined && at - before < silenceMs) return null
  const isSameDay = before !== undefined && dayText(before) === dayText(at)
  return <p className={`${css.event} num`}>{isSameDay ? timeText(at) : momentText(at)}</p>
}

/** What was said, the newest below, and what isn't with the school yet. */
export function SupportTalk({ view }: { view: SupportView }): ReactNode {
  const { user } = useSession()
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const { messages, outbox, phase, state } = view
  const lastOwn = messages.findLast(({ side }) => side === ConversationSide.owner)?.seq
  const count = messages.length + outbox.length
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const note = (): void => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 48
    }
    element.addEventListener('scroll', note, { passive: true })
    // what opens below it makes it lower: who was at the end stays there
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight
    })
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', note)
      sizes.disconnect()
    }
  }, [])
  // who reads what was said before isn't torn away from it
  useLayoutEffect(() => {
    if (count > 0 && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div className={css.talk} ref={box} role="log" aria-label="对话" tabIndex={0}>
      {phase === 'connecting' && count === 0 ? <p className={css.event}>正在打开对话</p> : null}
      {phase === 'ready' && count === 0 ? (
        <p className={css.hello}>{state?.duty.isOnDuty ? '你好，想问什么直接说。' : '想问什么先写下来。'}</p>
      ) : null}
      <Earlier view={view} userId={user?.id} />
      {messages.map((message, index) => (
        <div key={message.seq} className={css.row}>
          <Time at={message.sentTime} before={messages[index - 1]?.sentTime} />
          <Said message={message} isLast={message.seq === lastOwn && outbox.length === 0} />
        </div>
      ))}
      {outbox.map((one) => (
        <Waiting key={one.clientMsgId} one={one} userId={user?.id} />
      ))}
    </div>
  )
}
