import { openChat } from '#client/browser/open-chat.ts'
import { createBrowserApi } from '#client/browser/browser-api.ts'
import { isHinted } from '#client/features/session/signed-in-hint.ts'

interface Inbox {
  readonly url: string
  readonly websiteToken: string
}

/** What the script of a Chatwoot puts into the window. */
interface ChatwootWindow {
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void }
  $chatwoot?: {
    toggle(state: 'open'): void
    setUser(identifier: string, user: { name: string; identifier_hash: string }): void
  }
  chatwootSettings?: { locale: string; position: 'right' }
}

/** Says who is signed in, with the school's proof; visitors stay nobody. */
async function introduce(): Promise<void> {
  if (!isHinted()) return
  const who = await createBrowserApi().call('GET /api/support/identity', {})
  const widget = (window as unknown as ChatwootWindow).$chatwoot
  if (who) widget?.setUser(who.identifier, { name: who.name, identifier_hash: who.hash })
}

/** Opens the widget of an inbox elsewhere; its script comes at the first time. */
export function openInbox({ url, websiteToken }: Inbox, script: string): void {
  const page = window as unknown as ChatwootWindow
  if (page.$chatwoot) return page.$chatwoot.toggle('open')
  page.chatwootSettings = { locale: 'zh_CN', position: 'right' }
  window.addEventListener(
    'chatwoot:ready',
    () => {
      introduce()
        .catch(() => undefined)
        .finally(() => page.$chatwoot?.toggle('open'))
    },
    { once: true },
  )
  openChat(script)
  document
    .querySelector(`script[src="${script}"]`)
    ?.addEventListener('load', () => page.chatwootSDK?.run({ websiteToken, baseUrl: url }), { once: true })
}
