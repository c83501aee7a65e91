import { watch } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

/** Tells open pages of a new build: `/dev/events`, only under `npm run dev`. */
export function createDevReload(
  distDir: string,
  readStyles: () => readonly string[],
): (req: IncomingMessage, res: ServerResponse) => void {
  const open = new Set<ServerResponse>()
  const bootId = `${process.pid}-${Date.now()}`
  let timer: NodeJS.Timeout | undefined
  watch(join(distDir, 'client'), (_event, name) => {
    if (name !== 'manifest.json') return
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const res of open) res.write(`event: styles\ndata: ${JSON.stringify(readStyles())}\n\n`)
    }, 30)
  })
  return (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    res.write(`event: boot\ndata: ${bootId}\n\n`)
    open.add(res)
    res.on('close', () => open.delete(res))
  }
}
