import type { Agent } from 'undici'
import { ApiError, networkError } from '#shared/contract/codes.ts'
import { admitted, type Breaker, type Permit } from './breaker.ts'
import { createKnownAnswers } from './known-answers.ts'

/** Turns an answer's status and envelope into its body, or throws. */
export type OpenEnvelope = (status: number, envelope: unknown) => unknown

export interface BatchedReadsOptions {
  agent: Agent
  enter: Breaker['enter']
  openEnvelope: OpenEnvelope
}

export interface BatchedReads {
  /** Asks with everything else that is asked in the same moment. A batch that nobody waits for any more is ended. */
  read(asked: AskedRead, deadlineMs: number, signal?: AbortSignal): Promise<unknown>
}

/** One read, and on whose behalf: of several visitors' in one batch the first one's trace goes along. */
export interface AskedRead {
  readonly route: string
  readonly input: unknown
  readonly traceparent?: string | undefined
  readonly requestId?: string | undefined
}

interface Question extends AskedRead {
  readonly signal: AbortSignal | undefined
  readonly resolve: (body: unknown) => void
  readonly reject: (error: Error) => void
}

class Late extends Error {}
class Left extends Error {}

function headersOf(questions: readonly Question[]): Record<string, string> {
  const traceparent = questions.find((question) => question.traceparent)?.traceparent
  const requestId = questions.find((question) => question.requestId)?.requestId
  return {
    'content-type': 'application/json',
    reqSource: 'pcSite',
    ...(traceparent ? { traceparent } : {}),
    ...(requestId ? { 'x-request-id': requestId } : {}),
  }
}

/** Cuts what arrives into lines; the last piece waits for its end. */
function createLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}

interface Sender extends Pick<BatchedReadsOptions, 'agent' | 'openEnvelope'> {
  readonly known: ReturnType<typeof createKnownAnswers>
}

/** Sends questions together; resolves when all have their answers. */
function send(
  { agent, openEnvelope, known }: Sender,
  questions: readonly Question[],
  deadlineMs: number,
  permit: Permit,
): Promise<void> {
  const open = new Set(questions)
  const body = JSON.stringify(questions.map(({ route, input }) => [route, input]))
  const take = createLineReader((line) => {
    const question = questions[Number.parseInt(line.slice(1), 10)]
    if (!question || !open.delete(question)) return
    const read = (): unknown => {
      const [, status, envelope] = JSON.parse(line) as [number, number, unknown]
      return openEnvelope(status, envelope)
    }
    try {
      question.resolve(known.bodyOf(`${question.route} ${JSON.stringify(question.input)}`, line, read))
    } catch (error) {
      question.reject(error instanceof ApiError ? error : networkError())
    }
  })
  return new Promise((done) => {
    let timer: NodeJS.Timeout | undefined
    const end = (error?: Error): void => {
      clearTimeout(timer)
      for (const { signal } of questions) signal?.removeEventListener('abort', leave)
      if (error instanceof Late) permit.late()
      else if (error instanceof Left) permit.release()
      else if (error || open.size > 0) permit.fail()
      else permit.succeed()
      for (const question of open) question.reject(Object.assign(networkError(), { cause: error }))
      done()
    }
    let abort: (reason: Error) => void = () => undefined
    const leave = (): void => {
      if (open.size > 0 && [...open].every(({ signal }) => signal?.aborted)) abort(new Left())
    }
    for (const { signal } of questions) signal?.addEventListener('abort', leave)
    const options = {
      origin: 'http://localhost',
      path: '/batch',
      method: 'POST' as const,
      headers: headersOf(questions),
      body,
    }
    agent.dispatch(options, {
      onRequestStart: (controller) => {
        // Behind what the socket holds: after a long turn of our own, answers that have come must be seen first.
        timer = setTimeout(() => setImmediate(() => controller.abort(new Late())), deadlineMs)
        abort = (reason) => controller.abort(reason)
        leave()
      },
      onResponseStart: (controller, status) => {
        if (status !== 200) controller.abort(new Error(`status ${status}`))
      },
      onResponseData: (_controller, chunk) => take(chunk),
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    })
  })
}

/**
 * The reads of one page to the embedded backend in one request: a request costs more than what it asks. Each answer comes
 * as a line of its own as soon as it is there, so a slow one holds nobody up.
 */
export function createBatchedReads({ agent, enter, openEnvelope }: BatchedReadsOptions): BatchedReads {
  const gathering = new Map<number, Question[]>()
  const sender: Sender = { agent, openEnvelope, known: createKnownAnswers() }

  function depart(deadlineMs: number): void {
    const questions = gathering.get(deadlineMs) ?? []
    gathering.delete(deadlineMs)
    const leave = (permit: Permit | undefined): void => {
      if (permit) void send(sender, questions, deadlineMs, permit)
      else for (const question of questions) question.reject(networkError())
    }
    const entered = admitted(enter(), deadlineMs)
    if (entered instanceof Promise) void entered.then(leave)
    else leave(entered)
  }

  return {
    read(asked, deadlineMs, signal) {
      return new Promise((resolve, reject) => {
        const questions = gathering.get(deadlineMs) ?? []
        if (questions.length === 0) {
          gathering.set(deadlineMs, questions)
          queueMicrotask(() => depart(deadlineMs))
        }
        questions.push({ ...asked, signal, resolve, reject })
      })
    },
  }
}
