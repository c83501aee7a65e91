import { httpUrl, listOf, matching, setting, text, type Values } from './setting.ts'

export const supportSettings = {
  CHAT_PAGES: setting(
    text('/,/classes*,/course*,/college*,/live/list,/article*,/works*,/search'),
    'path patterns on which a widget of others may load, and where the school’s own window may open by itself',
    'public pages',
  ),
  CHAT_SCRIPT: setting(
    matching(/^https:\/\//, 'must begin with https://'),
    'address of the script of a customer-service widget; it takes the place of the school’s own window',
  ),
  CHAT_INBOX_URL: setting(
    httpUrl,
    'address of a Chatwoot; its widget takes the place of the school’s own window. Its webhook (`message_created`) goes to `ORIGIN/api/support/inbox`',
  ),
  CHAT_INBOX_TOKEN: setting(text(''), 'its website token'),
  CHAT_INBOX_IDENTITY_KEY: setting(text(''), 'its key for verifying identities (HMAC)'),
  CHAT_INBOX_SECRET: setting(text(''), 'the secret by which its webhook signs'),
}

/** An inbox elsewhere. */
export interface InboxConfig {
  /** Without a slash at its end. */
  readonly url: string
  readonly websiteToken: string
  readonly identityKey: string
  readonly webhookSecret: string
}

/** Who answers learners: the school's own window, an inbox elsewhere, or a widget that is only a script. */
export interface SupportConfig {
  readonly kind: 'embedded' | 'inbox' | 'script'
  /** Path patterns; a trailing * stands for anything. */
  readonly pages: readonly string[]
  /** What the widget's page loads; undefined for the school's own. */
  readonly script: string | undefined
  readonly inbox: InboxConfig | undefined
}

export function readSupportConfig(raw: Values<typeof supportSettings>): SupportConfig {
  const url = raw.CHAT_INBOX_URL?.replace(/\/$/, '')
  const inbox = url
    ? {
        url,
        websiteToken: raw.CHAT_INBOX_TOKEN,
        identityKey: raw.CHAT_INBOX_IDENTITY_KEY,
        webhookSecret: raw.CHAT_INBOX_SECRET,
      }
    : undefined
  return {
    kind: inbox ? 'inbox' : raw.CHAT_SCRIPT ? 'script' : 'embedded',
    pages: listOf(raw.CHAT_PAGES),
    script: inbox ? `${inbox.url}/packs/js/sdk.js` : raw.CHAT_SCRIPT,
    inbox,
  }
}

/** Who answers learners as browsers are told; nothing of the inbox's secrets. */
export function chatFacts({ kind, pages, script, inbox }: SupportConfig): {
  chatKind: SupportConfig['kind']
  chatPages: string[]
  chatScript: string | null
  chatInbox: { url: string; websiteToken: string } | null
} {
  return {
    chatKind: kind,
    chatPages: [...pages],
    chatScript: script ?? null,
    chatInbox: inbox ? { url: inbox.url, websiteToken: inbox.websiteToken } : null,
  }
}
