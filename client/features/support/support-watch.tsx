import { useEffect, useEffectEvent } from 'react'
import { isChatPage } from '#client/browser/open-chat.ts'
import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { openAnyChat } from '#client/features/support/support-live.tsx'
import { hasConversation, isVisitors, noteConversation } from '#client/features/support/support-hint.ts'
import { closeSupport, noteUnread, popSupport, supportStanding } from '#client/features/support/support-store.ts'
import { flashTitle } from '#client/features/support/title-flash.ts'
import type { Api } from '#shared/contract/calls.ts'
import { decidePopup, type PopupFacts, popupKeys } from '#shared/rules/chat-popup.ts'

/** Whoever has looked at a page for so long may be asked whether they want to know something. */
const dwellMs = 10_000
const askEveryMs = 60_000
/** Over a small screen it would cover everything. */
const wide = '(min-width: 769px)'

/**
 * Whether somebody has pressed anything on this page yet, also before this was loaded: who only looks isn't asked whether they want to know
 * something, and costs the services no call. Browsers that can't tell never ask.
 */
function hasActed(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}

function hasWindow(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

/** Somebody types: a window beside it would disturb them. */
function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false
}

interface WatchProps {
  pathname: string
  /** No other window is open or waits, and the page is one where one may open by itself. */
  mayOpen: boolean
}

/** How many answers weren't seen. Who has signed in since they spoke takes along at once what they said: nobody who signs in here after them may find it. */
async function askUnread(api: Api, userId: number | undefined): Promise<number> {
  if (userId === undefined || !isVisitors()) return (await api.call('GET /api/support/unread', {})).unread
  const { state } = await api.call('POST /api/support/open', {})
  noteConversation('account')
  return state.unread
}

/** Looks for answers while the window is closed. */
function useUnread(isEmbedded: boolean): void {
  const { api } = useApp()
  const { user, settled } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (!isEmbedded || !settled) return undefined
    const ask = (): void => {
      if (!hasConversation() || document.visibilityState !== 'visible' || supportStanding().window !== 'closed') return
      askUnread(api, userId).then(
        (unread) => {
          if (unread > supportStanding().unread) flashTitle()
          noteUnread(unread)
        },
        () => undefined,
      )
    }
    ask()
    const timer = window.setInterval(ask, askEveryMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [api, isEmbedded, settled, userId])
}

/** Beside every page: looks for answers, and opens the window by itself where that is allowed. */
export function SupportWatch({ pathname, mayOpen }: WatchProps): null {
  const { api, common } = useApp()
  const { config } = common
  const { user, settled } = useSession()
  useUnread(config.chatKind === 'embedded')

  const factsOf = (isOnDuty: boolean, isInCompany: boolean): PopupFacts => ({
    now: serverNow(),
    memory: { limit: readLocal(popupKeys.limit), limitEnd: readLocal(popupKeys.limitEnd) },
    isListed: isChatPage(config.chatPages, pathname),
    isOnDuty,
    hasWindow: !mayOpen || hasWindow() || isTyping() || supportStanding().window !== 'closed',
    user: user ?? null,
    isInCompany,
  })
  const consider = useEffectEvent(async (isStill: () => boolean): Promise<void> => {
    // nothing is asked where it wouldn't open anyway
    if (!settled || !hasActed() || !window.matchMedia(wide).matches || !decidePopup(factsOf(true, false))) return
    const duty = await api.call('GET /api/support/duty', {})
    const isOnDuty = config.chatKind === 'embedded' ? duty.isOnDuty : duty.isOpen
    if (!isOnDuty) return
    const { isIpInCompany } = await api.call('GET /gateway/ping', {})
    const next = isStill() ? decidePopup(factsOf(isOnDuty, isIpInCompany)) : undefined
    if (!next) return
    writeLocal(popupKeys.limit, next.limit)
    writeLocal(popupKeys.limitEnd, next.limitEnd)
    openAnyChat(config, popSupport)
  })
  useEffect(() => {
    let isHere = true
    if (!pathname || !mayOpen) return undefined
    const timer = window.setTimeout(() => void consider(() => isHere).catch(() => undefined), dwellMs)
    return () => {
      isHere = false
      window.clearTimeout(timer)
    }
  }, [pathname, mayOpen])
  // what opened by itself makes room for a window that has something to say
  useEffect(() => {
    if (!mayOpen && supportStanding().window === 'popped') closeSupport()
  }, [mayOpen])
  return null
}
