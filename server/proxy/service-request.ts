import type { Agent, Dispatcher } from 'undici'

/** Ends a call: at its deadline, or when the visitor has left. */
export interface CallEnd {
  /** The running request takes its end from here; called at once when the end has come already. */
  onEnd(abort: (reason: Error) => void): void
}

export interface ServiceAnswer {
  readonly status: number
  readonly text: string
  /** Its Set-Cookie lines. */
  readonly cookies: readonly string[]
}

/**
 * One request on undici's own dispatch: no stream and no abort signal for each call, which cost several times what the
 * request itself costs. Rejects with undici's error, or with the reason that `end` gave.
 */
export function requestService(
  agent: Agent,
  options: Dispatcher.DispatchOptions,
  end: CallEnd,
): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    let cookies: readonly string[] = []
    agent.dispatch(options, {
      onRequestStart: (controller) => end.onEnd((reason) => controller.abort(reason)),
      onResponseStart: (_controller, statusCode, headers) => {
        status = statusCode
        const lines = headers['set-cookie']
        if (lines !== undefined) cookies = Array.isArray(lines) ? lines : [lines]
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        const [only] = chunks
        resolve({
          status,
          cookies,
          text: (chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString('utf8'),
        })
      },
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
