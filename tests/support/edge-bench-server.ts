import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEdge } from '#server/edge/edge.ts'
import { createTargetCheck } from '#server/edge/target.ts'
import { createLogger } from '#server/http/logger.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'

/** What the child measures: the edge without or with its access log, or a bare server that sends the same. */
export type BenchMode = 'edge' | 'edge-log' | 'bare'

const hosts = new Set<string>()
const benchedPath = '/course/101.html'

/** A page of about 40 KB whose text doesn't repeat itself word for word. */
function makePage(): string {
  let seed = 7
  function next(limit: number): number {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  const words = Array.from({ length: 600 }, () =>
    String.fromCharCode(...Array.from({ length: 2 + next(4) }, () => 0x4e00 + next(2000))),
  )
  const items = Array.from({ length: 220 }, (_item, index) => {
    const text = Array.from({ length: 14 }, () => words[next(words.length)]).join('')
    return `<li class="card_${index % 7}"><a href="/course/${next(9000)}.html">${text}</a></li>`
  })
  return `<!doctype html><html lang="zh-CN"><head><title>课程</title></head><body><ul>${items.join('\n')}</ul></body></html>`
}

function edgeListener(accessLog: boolean): RequestListener {
  const html = makePage()
  const edge = createEdge({
    resolve: (path) =>
      path === benchedPath
        ? { key: path, target: path, route: 'course', ttl: 3600, swr: 0, sie: 0, tags: ['course:101'] }
        : undefined,
    fill: () =>
      Promise.resolve({
        status: 200,
        html,
        headers: [['Link', '</assets/main.css>; rel=preload; as=style']],
        tags: [],
        storable: true,
      }),
    maxBytes: 64 * 1024 * 1024,
    notFoundSeconds: 10,
    clock: Date.now,
    elapsed: () => performance.now(),
    log: createLogger({ level: 'info' }),
    accessLog,
    securityHeaders: createSecurityHeaders('https://www.example.com').completeHeaders,
  })
  const refuseTarget = createTargetCheck(hosts)
  return (req, res) => {
    const status = refuseTarget(req)
    if (status !== undefined) res.writeHead(status).end()
    else if (!edge.handle(req, res)) res.writeHead(404).end()
  }
}

function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function fetchRaw(port: number, encoding: string): Promise<{ head: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = get(
      { port, path: benchedPath, headers: { 'accept-encoding': encoding }, agent: false },
      (answer: IncomingMessage) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('end', () => {
          const head = answer.rawHeaders.filter(
            (_text, index, all) => !/^(?:connection|keep-alive)$/i.test(all[index - (index % 2)] ?? ''),
          )
          resolve({ head, body: Buffer.concat(parts) })
        })
      },
    )
    request.once('error', reject)
  })
}

/** The least a Node server can do: one ready head and one ready body, whoever asks. */
async function bareListener(): Promise<RequestListener> {
  const model = await listen(edgeListener(false))
  hosts.add(`localhost:${portOf(model)}`)
  await fetchRaw(portOf(model), 'br')
  const br = await fetchRaw(portOf(model), 'br')
  const gzip = await fetchRaw(portOf(model), 'gzip')
  model.close()
  return (req, res) => {
    const { head, body } = req.url === '/gzip' ? gzip : br
    res.writeHead(200, head)
    res.end(body)
  }
}

async function main(mode: BenchMode): Promise<void> {
  const server = await listen(mode === 'bare' ? await bareListener() : edgeListener(mode === 'edge-log'))
  hosts.add(`127.0.0.1:${portOf(server)}`)
  process.on('message', (message) => {
    if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port: portOf(server) })
}

await main(process.argv[2] as BenchMode)
