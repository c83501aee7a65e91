import type { ServerResponse } from 'node:http'
import { renderToPipeableStream } from 'react-dom/server'
import { App } from '#client/app/app.tsx'
import { StaticHtmlContext } from '#client/features/common/static-part.tsx'
import type { LateQuery } from '#client/browser/late-queries.ts'
import type { RenderInput } from './complete.tsx'
import { documentEnd, documentStart, documentState } from './document.ts'
import { scriptJson } from './html-text.ts'
import { htmlOf } from './page-parts.tsx'
import { textOf } from './pieces.ts'
import { Sink, type StreamEncoding } from './sink.ts'

/** A late query: `done` settles with its data, or with ok false when it failed. */
export interface LateResult {
  key: readonly unknown[]
  hash: string
  answer: Promise<unknown>
  done: Promise<{ ok: boolean; data?: unknown }>
}

export interface StreamInput extends RenderInput {
  nonce: string
  late: readonly LateResult[]
  /** Milliseconds after which what is still late is left to the browser. */
  deadlineMs: number
  onError: (error: unknown) => void
}

/** The reason of an aborted render: time is up, or the visitor has left; no error of ours. */
class StreamEnded extends Error {}

/**
 * Streams a page: the shell at once, late parts as their data come. Resolves to 'sent' when the response has ended or
 * the visitor has left, to 'shellFailed' when nothing has been written and an error page can still be sent.
 * `onShell` runs before the first byte: the place to set status and headers.
 */
export function streamPage(
  input: StreamInput,
  res: ServerResponse,
  encoding: StreamEncoding,
  onShell: () => void,
): Promise<'sent' | 'shellFailed'> {
  const ready: LateQuery[] = []
  for (const { hash, done } of input.late)
    void done.then((result) => ready.push(result.ok ? [hash, 1, result.data] : [hash, 0]))
  const document = { ...input.document, nonce: input.nonce }
  return new Promise((resolve) => {
    const sink = new Sink(res, {
      encoding,
      start: documentStart(document),
      afterShell: () => textOf(documentState(input.state, document)),
      beforeFlush: () => {
        const items = ready.splice(0)
        return items.length > 0
          ? `<script nonce="${input.nonce}">self.__L.push(${items.map(scriptJson).join(',')})</script>`
          : ''
      },
      end: documentEnd,
    })
    const page = (
      <StaticHtmlContext.Provider value={htmlOf(input.parts)}>
        <App view={input.view} queryClient={input.queryClient} app={input.app} />
      </StaticHtmlContext.Provider>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: input.nonce,
      onShellReady: () => {
        onShell()
        pipe(sink)
      },
      onShellError: () => {
        clearTimeout(timer)
        resolve('shellFailed')
      },
      onError: (error) => {
        if (!(error instanceof StreamEnded)) input.onError(error)
      },
    })
    const timer = setTimeout(() => abort(new StreamEnded()), input.deadlineMs)
    res.once('close', () => {
      clearTimeout(timer)
      abort(new StreamEnded())
      resolve('sent')
    })
  })
}
