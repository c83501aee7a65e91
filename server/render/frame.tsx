import type { ServerResponse } from 'node:http'
import { renderToString } from 'react-dom/server'
import { App } from '#client/app/app.tsx'
import type { LateQuery } from '#client/browser/late-queries.ts'
import { StaticHtmlContext } from '#client/features/common/static-part.tsx'
import type { RenderInput } from './complete.tsx'
import { documentEnd, documentStart, documentState } from './document.ts'
import { scriptJson } from './html-text.ts'
import { htmlOf } from './page-parts.tsx'
import { textOf } from './pieces.ts'
import { Sink, type StreamEncoding } from './sink.ts'

export type { LateQuery } from '#client/browser/late-queries.ts'

/** A frame that has been sent: what follows it goes to the browser one by one. */
export interface SentFrame {
  push(item: LateQuery): void
  end(): void
}

/** Sends the frame of a page whose data are late; head and status are out before. The browser makes the page of what follows. */
export function sendFrame(
  { view, queryClient, app, parts, state, document }: RenderInput,
  nonce: string,
  res: ServerResponse,
  encoding: StreamEncoding,
): SentFrame {
  const markup = renderToString(
    <StaticHtmlContext.Provider value={htmlOf(parts)}>
      <App view={view} queryClient={queryClient} app={app} />
    </StaticHtmlContext.Provider>,
  )
  const own = { ...document, nonce }
  const sink = new Sink(res, {
    encoding,
    start: documentStart(own),
    afterShell: () => textOf(documentState(state, own)),
    beforeFlush: () => '',
    end: documentEnd,
  })
  function send(html: string): void {
    if (res.destroyed) return
    sink.write(html)
    sink.flush()
  }
  send(markup)
  return {
    push: (item) => send(`<script nonce="${nonce}">self.__L.push(${scriptJson(item)})</script>`),
    end: () => void sink.end(),
  }
}
