import { type MessageKind, messageKinds } from '#shared/contract/enums.ts'

/** What an address of the message page shows. */
export interface MessageChoice {
  /** Undefined: all. */
  topic: MessageKind | undefined
  page: number
  /** The message that is open. */
  id: number | undefined
}

function count(text: string | null): number | undefined {
  const value = Number(text)
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

/** Reads an address; what can't be read is the usual. */
export function readMessageChoice(search: URLSearchParams): MessageChoice {
  return {
    topic: messageKinds.find((kind) => kind === search.get('topic')),
    page: Math.min(count(search.get('page')) ?? 1, 10_000),
    id: count(search.get('id')),
  }
}

/** The address of a choice. */
export function messageHref({ topic, page = 1, id }: Partial<MessageChoice>): string {
  const query = new URLSearchParams()
  if (topic) query.set('topic', topic)
  if (page > 1) query.set('page', String(page))
  if (id !== undefined) query.set('id', String(id))
  const text = query.toString()
  return `/user/message${text ? `?${text}` : ''}`
}
