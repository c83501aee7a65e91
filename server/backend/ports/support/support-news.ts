import { Redis } from 'ioredis'
import type { Log } from '#server/backend/base/parts.ts'

const channel = 'support:news'

/** What processes tell each other of conversations. */
export interface SupportNews {
  readonly kind: 'said' | 'gone'
  readonly conversationId: number
}

export interface NewsBetweenProcesses {
  tell(news: SupportNews): void
  close(): void
}

/** Nobody else has sockets. */
export const aloneWithNews: NewsBetweenProcesses = { tell: () => undefined, close: () => undefined }

function readNews(text: string): SupportNews | undefined {
  const [kind, id] = text.split(' ')
  const conversationId = Number(id)
  return (kind === 'said' || kind === 'gone') && Number.isSafeInteger(conversationId)
    ? { kind, conversationId }
    : undefined
}

/** Joins the processes that share a Redis. When it fails, messages come a little later: every process looks into the database now and then. */
export function joinNews(redisUrl: string, log: Log, hear: (news: SupportNews) => void): NewsBetweenProcesses {
  const publisher = new Redis(redisUrl, { maxRetriesPerRequest: 1 })
  const subscriber = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const failed = (error: unknown): void => log.warn({ err: error }, 'conversations can not reach other processes')
  for (const client of [publisher, subscriber]) client.on('error', failed)
  subscriber.on('message', (_channel, text) => {
    const news = readNews(text)
    if (news) hear(news)
  })
  subscriber.subscribe(channel).catch(failed)
  return {
    tell: ({ kind, conversationId }) => void publisher.publish(channel, `${kind} ${conversationId}`).catch(failed),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
