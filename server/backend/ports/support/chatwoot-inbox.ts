import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { InboxConfig } from '#server/config/support-config.ts'
import { ownValue } from '#shared/own-value.ts'
import { type InboxAnswer, InboxError, type SupportInbox } from './support-port.ts'

/** What was signed longer ago, or later than now, isn't heard: a delivery that somebody kept can't be sent again tomorrow. */
export const inboxPatienceMs = 5 * 60_000
const digits = /^\d{9,11}$/
const identifierForm = /^user-([1-9]\d{0,15})$/
const tagForm = /<[^<>]*>/g

const Delivered = z.object({
  event: z.string(),
  id: z.optional(z.union([z.number(), z.string()])),
  content: z.optional(z.nullable(z.string())),
  message_type: z.optional(z.union([z.string(), z.number()])),
  private: z.optional(z.boolean()),
  conversation: z.optional(
    z.object({
      meta: z.optional(z.object({ sender: z.optional(z.object({ identifier: z.optional(z.nullable(z.string())) })) })),
    }),
  ),
})

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = ownValue(headers, name)
  return typeof value === 'string' ? value : ''
}

function hmac(key: string, text: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSigned(secret: string, timestamp: string, body: Buffer, signature: string): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1]
  if (hex === undefined) return false
  return timingSafeEqual(hmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body])), Buffer.from(hex, 'hex'))
}

function parse(body: Buffer): z.output<typeof Delivered> {
  let raw: unknown
  try {
    raw = JSON.parse(body.toString())
  } catch {
    throw new InboxError('A delivery is no JSON.')
  }
  const read = z.safeParse(Delivered, raw)
  if (!read.success) throw new InboxError('A delivery has another shape.')
  return read.data
}

/** What an agent said to a learner whom we vouched for; notes among agents, and what visitors say, are nobody's. */
function answerOf(delivered: z.output<typeof Delivered>): InboxAnswer | undefined {
  const { event, id, content, message_type: type, conversation } = delivered
  const isAnswer = event === 'message_created' && (type === 'outgoing' || type === 1) && delivered.private !== true
  const who = identifierForm.exec(conversation?.meta?.sender?.identifier ?? '')?.[1]
  if (!isAnswer || who === undefined || id === undefined) return undefined
  return { messageId: String(id), userId: Number(who), text: (content ?? '').replace(tagForm, '').trim() }
}

/**
 * A Chatwoot: learners are `user-{id}` there, proved by an HMAC of that; its webhook signs `{timestamp}.{body}` with a secret of its own
 * (X-Chatwoot-Signature, X-Chatwoot-Timestamp in seconds).
 */
export function createChatwootInbox({ identityKey, webhookSecret }: InboxConfig): SupportInbox {
  return {
    identify(userId) {
      const identifier = `user-${userId}`
      return { identifier, hash: hmac(identityKey, identifier).toString('hex') }
    },
    readDelivery(headers, body, now) {
      const timestamp = header(headers, 'x-chatwoot-timestamp')
      const signature = header(headers, 'x-chatwoot-signature')
      if (!digits.test(timestamp) || !isSigned(webhookSecret, timestamp, body, signature))
        throw new InboxError('A delivery has a wrong signature.')
      if (Math.abs(now - Number(timestamp) * 1000) > inboxPatienceMs) throw new InboxError('A delivery is too old.')
      // its number isn't signed: a replay could have another one
      return { id: signature.slice('sha256='.length), answer: answerOf(parse(body)) }
    },
  }
}
