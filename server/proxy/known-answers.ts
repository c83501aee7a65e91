import { LRUCache } from 'lru-cache'

interface Known {
  /** The answer as it came, but for its place in the batch and the service's clock. */
  readonly text: string
  readonly body: unknown
}

export interface KnownAnswers {
  /** The body that `read` makes of a line `[place, status, {…, "Time": …}]`, or the former one when this text says the same. */
  bodyOf(question: string, line: string, read: () => unknown): unknown
}

const mostAnswers = 512
const mostCharacters = 2 * 1024 * 1024

/** What a line says: all of it but the place at its start and the clock at its end, both of which change with every batch. */
function textOf(line: string): string | undefined {
  const start = line.indexOf(',')
  const end = line.lastIndexOf(',"Time":')
  return start > 0 && end > start && /^,"Time":\d+\}\]$/.test(line.slice(end)) ? line.slice(start, end) : undefined
}

/**
 * The last answer to each question, by its exact text. Every question is asked anew; only when the answer is letter for
 * letter what came before does the same object stand for it, so that nothing made of it need be made again. Holds 512
 * answers and 2 Mi characters at most; bodies must not be changed. Failures are not kept.
 */
export function createKnownAnswers(): KnownAnswers {
  const known = new LRUCache<string, Known>({
    max: mostAnswers,
    maxSize: mostCharacters,
    sizeCalculation: ({ text }) => text.length,
  })
  return {
    bodyOf(question, line, read) {
      const text = textOf(line)
      const former = text === undefined ? undefined : known.get(question)
      if (former !== undefined && former.text === text) return former.body
      const body = read()
      // A copy: the line is a part of the whole batch's text, which it would hold in memory.
      if (text !== undefined) known.set(question, { text: Buffer.from(text).toString(), body })
      return body
    },
  }
}
