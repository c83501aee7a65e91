import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { SupportComposer } from '#client/features/support/support-composer.tsx'
import { ownClient } from '#client/features/support/own-client.ts'
import { RateConversation } from '#client/features/support/rate-conversation.tsx'
import {
  openSupport,
  serverStanding,
  subscribeSupport,
  supportStanding,
} from '#client/features/support/support-store.ts'
import { SupportTalk } from '#client/features/support/support-talk.tsx'
import { awayText, dutyText, waitText } from '#client/features/support/support-words.ts'
import type { SupportView } from '#client/features/support/support-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { lockScroll } from '#client/ui/lock-scroll.ts'
import css from './support-panel.module.css'

/** Narrower than this it takes the whole screen. */
const wholeScreen = '(max-width: 768px)'

/** Over the whole screen the page behind is neither scrolled nor reached by keys. */
function useWholeScreen(): void {
  useEffect(() => {
    if (!window.matchMedia(wholeScreen).matches) return undefined
    const root = document.querySelector<HTMLElement>('#main')?.parentElement
    const unlock = lockScroll()
    if (root) root.inert = true
    return () => {
      unlock()
      if (root) root.inert = false
    }
  }, [])
}

function Strips({ view: { state, way, phase } }: { view: SupportView }): ReactNode {
  useNow()
  if (!state || phase !== 'ready') return null
  const wait = waitText(state)
  return (
    <>
      {state.duty.isOnDuty ? null : <p className={`${css.away} num`}>{awayText(state, serverNow())}</p>}
      {wait ? (
        <p className={`${css.strip} num`} role="status">
          {wait}
        </p>
      ) : null}
      {way === 'polling' ? (
        <p className={css.strip} role="status">
          连接断了，正在重连；这期间每 15 秒看一次新消息
        </p>
      ) : null}
    </>
  )
}

function Body({ view, onRetry }: { view: SupportView; onRetry: () => void }): ReactNode {
  if (view.phase === 'failed' && view.messages.length === 0)
    return (
      <div className={css.failed} role="alert">
        <p>没有连上客服，可能是网络断了一下</p>
        <Button tone="secondary" size="s" onClick={onRetry}>
          重试
        </Button>
      </div>
    )
  return <SupportTalk view={view} />
}

/** The window of customer service: beside the page, or over the whole of a small screen. */
export function SupportPanel({ onClose }: { onClose: () => void }): ReactNode {
  const { api, common } = useApp()
  const { user, settled } = useSession()
  const [client, setClient] = useState(() => ownClient(api, user?.id))
  const view = useSyncExternalStore(client.subscribe, client.view, client.view)
  const standing = useSyncExternalStore(subscribeSupport, supportStanding, serverStanding)
  const area = useRef<HTMLTextAreaElement>(null)
  const byHand = standing.window === 'opened'
  useWholeScreen()
  // whoever signs in or out goes on in another conversation
  useEffect(() => {
    if (settled) setClient(ownClient(api, user?.id))
  }, [api, settled, user?.id])
  useEffect(() => {
    if (client.view().phase !== 'ready') void client.start()
  }, [client])
  useEffect(() => {
    if (byHand) area.current?.focus()
  }, [byHand])
  const lastSeq = view.messages.at(-1)?.seq
  useEffect(() => {
    const look = (): void => {
      if (lastSeq !== undefined && document.visibilityState === 'visible') void client.seen()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client, lastSeq])
  const title = `问${common.config.brandName}`
  return createPortal(
    <section
      className={css.panel}
      aria-label={title}
      id="support-panel"
      onPointerDown={byHand ? undefined : openSupport}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
      }}
    >
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <span className={css.state} data-on={view.state?.duty.isOnDuty ? '' : undefined}>
          {view.state ? dutyText(view.state) : view.phase === 'failed' ? '没有连上' : '正在连接'}
        </span>
        <button type="button" className={css.close} aria-label="收起客服" onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </header>
      <Strips view={view} />
      <Body view={view} onRetry={() => void client.start()} />
      {view.state?.mayRate ? <RateConversation onRate={client.rate} /> : null}
      <SupportComposer key={user?.id ?? 'visitor'} client={client} view={view} area={area} userId={user?.id} />
    </section>,
    document.body,
  )
}
