import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import { createSupportClient, type Outgoing, type SupportClient } from '#client/features/support/support-client.ts'
import { noteConversation } from '#client/features/support/support-hint.ts'
import { noteUnread, supportStanding } from '#client/features/support/support-store.ts'
import { flashTitle } from '#client/features/support/title-flash.ts'
import type { Api } from '#shared/contract/calls.ts'
import { supportTextLength } from '#shared/contract/text-lengths.ts'

const mostKept = 20

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== 'object' || value === null) return false
  const { clientMsgId, text, pictures, fate } = value as Record<string, unknown>
  return (
    typeof clientMsgId === 'string' &&
    typeof text === 'string' &&
    text.length <= supportTextLength &&
    Array.isArray(pictures) &&
    typeof fate === 'string'
  )
}

/** Whose what is kept is: nobody finds the words of another account in the same browser. */
export function ownKey(userId: number | undefined, what: 'outbox' | 'draft'): string {
  return `support:${what}:${userId ?? 'visitor'}`
}

let current: { readonly userId: number | undefined; readonly client: SupportClient } | undefined

/** An agent has said something: the title says so, unless it is being read. */
function heard(): void {
  if (supportStanding().window === 'closed' || document.visibilityState !== 'visible' || !document.hasFocus())
    flashTitle()
}

/** The conversation of this page, which goes on when the window is closed; another one when somebody has signed in or out. */
export function ownClient(api: Api, userId: number | undefined): SupportClient {
  if (current && current.userId === userId) return current.client
  current?.client.stop()
  const key = ownKey(userId, 'outbox')
  const client = createSupportClient({
    api,
    loadLine: () => import('#client/features/support/support-line.ts').then((m) => m.connectLine),
    store: {
      read() {
        const kept = readLocal(key)
        return Array.isArray(kept) ? kept.filter(isOutgoing).slice(-mostKept) : []
      },
      write: (outbox) => writeLocal(key, outbox),
    },
    onAnswer: heard,
    onUnread: noteUnread,
    onBegun: () => noteConversation(userId === undefined ? 'visitor' : 'account'),
  })
  current = { userId, client }
  return client
}
