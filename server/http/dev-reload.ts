import { readFileSync, watch } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { drainEvent } from './connections.ts'

/** A page whose web process is replaced hears the next one so soon. */
const againMs = 100

function serverOf({ socket }: IncomingMessage): Server | undefined {
  return (socket as Socket & { server?: Server }).server
}

/** Tells open pages of new builds: `/dev/events`, only under `npm run dev`, which writes `dev.json` beside the manifest. */
export function createDevReload(
  distDir: string,
  readStyles: () => readonly string[],
): (req: IncomingMessage, res: ServerResponse) => void {
  const open = new Set<ServerResponse>()
  const folder = join(distDir, 'client')
  const readState = (): string => readFileSync(join(folder, 'dev.json'), 'utf8')
  const tell = (event: string, data: string): void => {
    for (const res of open) res.write(`event: ${event}\ndata: ${data}\n\n`)
  }
  watch(folder, (_event, name) => {
    if (name === 'manifest.json') tell('styles', JSON.stringify(readStyles()))
    if (name === 'dev.json') tell('state', readState())
  })
  return (req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    res.write(`retry: ${againMs}\nevent: state\ndata: ${readState()}\n\n`)
    open.add(res)
    // The web process is being replaced: it would wait for this answer.
    serverOf(req)?.once(drainEvent, () => res.end())
    res.on('close', () => open.delete(res))
  }
}
