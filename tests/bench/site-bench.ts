import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type BenchLine, cpuSecondsOf, median, middleHalf, pin } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'
import { changeAnswers } from './changing-answers.ts'
import { slowClients } from './slow-clients-bench.ts'

const opsToken = 'bench-operators-token'
const rounds = 11
const amount = 300

async function load(
  url: string,
  times: number,
  connections = 8,
  headers: Record<string, string> = {},
): Promise<number> {
  const result = await autocannon({ url, amount: times, connections, headers })
  return result.errors + result.timeouts + result.non2xx
}

/** Microseconds of a process's CPU for one request. */
async function cost(pid: number, url: string, headers: Record<string, string> = {}): Promise<number> {
  const before = cpuSecondsOf(pid)
  const failed = await load(url, amount, 8, headers)
  if (failed > 0) throw new Error(`${failed} requests failed at ${url}`)
  return ((cpuSecondsOf(pid) - before) * 1e6) / amount
}

async function startBare(html: string): Promise<{ child: ChildProcess; base: string }> {
  const child = fork(new URL('./bare-page-server.ts', import.meta.url), [], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(html)
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, base: `http://127.0.0.1:${message.port}/` }
}

interface Uncached {
  name: string
  path: string
  /** Answers that are other ones each time, instead of those of a school in which nothing happens. */
  changing?: boolean
}

/**
 * Uncached pages with data fetched anew, against React alone with the same markup. Both are measured in each round one after
 * the other, in CPU time, and the median of the rounds' ratios counts: what else the machine does weighs on both. The order
 * turns from round to round. React alone doesn't compress, with brotli neither.
 */
async function uncached(site: BuiltSite, { name, path, changing = false }: Uncached): Promise<BenchLine[]> {
  const url = `${site.base}${path}`
  const html = await (await fetch(url)).text()
  const markup = /<div id="root">(.*)<\/div><script type="application\/json" id="state">/s.exec(html)?.[1] ?? ''
  const bare = await startBare(markup)
  pin(bare.child.pid ?? 0, 0)
  try {
    const size = Buffer.byteLength(await (await fetch(bare.base)).text())
    await load(url, 300)
    await load(bare.base, 300)
    const costs = { identity: [] as number[], br: [] as number[], bare: [] as number[] }
    const kinds = ['identity', 'bare', 'br'] as const
    for (let round = 0; round < rounds; round += 1) {
      for (let turn = 0; turn < kinds.length; turn += 1) {
        const kind = kinds[(round + turn) % kinds.length] ?? 'bare'
        costs[kind].push(
          kind === 'bare'
            ? await cost(bare.child.pid ?? 0, bare.base)
            : await cost(site.webPid, url, { 'accept-encoding': kind }),
        )
      }
    }
    const line = (label: string, own: readonly number[]): BenchLine => {
      const ratios = own.map((microseconds, round) => (costs.bare[round] ?? Number.NaN) / microseconds)
      const figures = `${middleHalf(ratios)}; ${(median(own) / 1000).toFixed(2)} ms, ${(median(costs.bare) / 1000).toFixed(2)} ms; ${(markup.length / 1024).toFixed(0)} and ${(size / 1024).toFixed(0)} KiB`
      return {
        name: `uncached ${name}${label}, against React alone`,
        value: `${median(ratios).toFixed(2)} (${figures})`,
        goal: '>= 0.65, aim 1.00',
        ok: median(ratios) >= 0.65,
      }
    }
    const what = changing ? ', every answer another' : ''
    return [line(what, costs.identity), line(`${what}, brotli`, costs.br)]
  } finally {
    bare.child.kill()
  }
}

/** The same for pages whose answers are never the same twice. */
async function uncachedChanging(site: BuiltSite, dataDir: string): Promise<BenchLine[]> {
  const answers = await changeAnswers(join(dataDir, 'run', 'backend.sock'))
  try {
    // A new web process connects to what stands before the backend now.
    await site.restartWeb()
    pin(site.webPid, 0)
    await (await fetch(`${site.base}/?action=bench`)).arrayBuffer()
    if (answers.altered === 0) throw new Error('The answers could not be changed.')
    return [
      ...(await uncached(site, { name: 'home', path: '/?action=bench', changing: true })),
      ...(await uncached(site, { name: 'course list', path: '/course?action=bench', changing: true })),
    ]
  } finally {
    await answers.close()
  }
}

async function fills(site: BuiltSite, route: string): Promise<number> {
  const text = await (await fetch(`${site.base}/metrics`)).text()
  return [...text.matchAll(new RegExp(`page_fill_ms_count\\{route="${route}"[^}]*\\} (\\d+)`, 'g'))].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  )
}

async function purge(site: BuiltSite, order: object): Promise<void> {
  const headers = { authorization: `Bearer ${opsToken}`, 'content-type': 'application/json' }
  await fetch(`${site.base}/ops/cache/purge`, { method: 'POST', headers, body: JSON.stringify(order) })
}

async function stampede(site: BuiltSite): Promise<BenchLine> {
  await purge(site, { all: true, hard: true })
  const before = await fills(site, 'course-list')
  const failed = await load(`${site.base}/course`, 1000, 1000)
  const renders = (await fills(site, 'course-list')) - before
  return {
    name: '1,000 concurrent requests of a cold page',
    value: `${renders} render, ${failed} failed`,
    goal: '1 render',
    ok: renders === 1 && failed === 0,
  }
}

async function outage(site: BuiltSite): Promise<BenchLine> {
  const warm = ['/', '/course', '/classes', '/live/list']
  for (const path of warm) await (await fetch(site.base + path)).arrayBuffer()
  process.kill(site.backendPid, 'SIGSTOP')
  try {
    await purge(site, { all: true })
    let failed = 0
    for (const path of warm) failed += await load(site.base + path, 250, 20)
    return {
      name: 'warm pages while the backend stands still',
      value: `${((1 - failed / (warm.length * 250)) * 100).toFixed(1)} % 200`,
      goal: '100 %',
      ok: failed === 0,
    }
  } finally {
    process.kill(site.backendPid, 'SIGCONT')
  }
}

function firstByteMs(url: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 Chrome/130.0' } }, (res) => {
      res.once('data', () => resolve(performance.now() - began))
      res.resume()
    })
      .on('error', reject)
      .end()
  })
}

/** A service that passes calls on to the backend's socket and lets one of them wait. */
async function slowService(
  socketPath: string,
  slowPath: string,
  delay: () => number,
): Promise<{ base: string; close: () => void }> {
  const server = createServer((req, res) => {
    const pass = (): void => {
      const { host: _, ...headers } = req.headers
      req.pipe(
        request(
          { socketPath, path: req.url, method: req.method, headers: { ...headers, host: 'backend' } },
          (answer) => {
            res.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(res)
          },
        ),
      )
    }
    if (req.url?.startsWith(slowPath)) setTimeout(pass, delay())
    else pass()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

async function firstByte(backing: BuiltSite, dataDir: string): Promise<BenchLine> {
  let delayMs = 0
  const service = await slowService(join(dataDir, 'run', 'backend.sock'), '/api/course/more-course-info', () => delayMs)
  const site = await startBuiltSite({
    MAIN_SITE_URL: service.base,
    PLAY_URL: service.base,
    PAYCENTER_URL: service.base,
    MIND_LIVE_URL: service.base,
    AD_SERVER_URL: service.base,
    WARM_UP_PAGES: '0',
  })
  try {
    const list = (await (
      await fetch(`${backing.base}/api/common/course-list-page?lectureType=video&pageSize=12`)
    ).json()) as { body: { records: { id: number }[] } }
    const times: { quick: number[]; slow: number[] } = { quick: [], slow: [] }
    const ids = list.body.records.map(({ id }) => id)
    for (const id of ids.slice(0, 2)) await firstByteMs(`${site.base}/course/video/${id}`)
    for (const [index, id] of ids.slice(2).entries()) {
      delayMs = index % 2 === 0 ? 0 : 1500
      const kind = delayMs === 0 ? times.quick : times.slow
      kind.push(await firstByteMs(`${site.base}/course/video/${id}`))
    }
    const gap = median(times.slow) - median(times.quick)
    return {
      name: 'first byte of a page whose late query takes 1.5 s',
      value: `${gap.toFixed(0)} ms later (${median(times.slow).toFixed(0)}, ${median(times.quick).toFixed(0)} ms)`,
      goal: '<= 30 ms',
      ok: gap <= 30,
    }
  } finally {
    service.close()
    await site.stop()
  }
}

function bytes(): BenchLine[] {
  const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8')) as {
    entry: string
    entryImports: string[]
    css: string[]
    pages: Record<string, { js: string[]; css: string[] }>
  }
  const size = (addresses: readonly string[]): number =>
    [...new Set(addresses)].reduce((sum, address) => sum + statSync(`dist/client${address}.br`).size, 0)
  const list = manifest.pages['course-list'] ?? { js: [], css: [] }
  const js = size([manifest.entry, ...manifest.entryImports, ...list.js]) / 1024
  const css = size([...manifest.css, ...list.css]) / 1024
  return [
    {
      name: 'script of a list page, brotli',
      value: `${js.toFixed(1)} KiB`,
      goal: '<= 110 KiB, aim 100',
      ok: js <= 110,
    },
    { name: 'style of a list page, brotli', value: `${css.toFixed(1)} KiB`, goal: '<= 18 KiB', ok: css <= 18 },
    { name: 'fonts', value: '0 B', goal: '0 B', ok: true },
  ]
}

/** Everything that is measured on the built site. */
export async function siteBench(): Promise<BenchLine[]> {
  const lines: BenchLine[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  const first = await startBuiltSite({ KEEP_DATA: 'true' }, dataDir)
  await first.stop()
  // a thousand clients of one machine stand for a thousand addresses
  const bounds = { MAX_CONNECTIONS_PER_ADDRESS: '0' }
  const site = await startBuiltSite({ OPS_TOKEN: opsToken, KEEP_DATA: 'true', ...bounds }, dataDir)
  lines.push({
    name: 'start of a built and seeded site to its first 200',
    value: `${(site.startMs / 1000).toFixed(2)} s (very first start ${(first.startMs / 1000).toFixed(2)} s)`,
    goal: '',
    ok: true,
  })
  pin(site.webPid, 0)
  pin(site.backendPid, 1)
  pin(process.pid, 1)
  try {
    lines.push(
      ...(await uncached(site, { name: 'home', path: '/?action=bench' })),
      ...(await uncached(site, { name: 'course list', path: '/course?action=bench' })),
      ...(await uncachedChanging(site, dataDir)),
    )
    lines.push(await stampede(site), await firstByte(site, dataDir), await outage(site), await slowClients(site))
  } finally {
    await site.stop()
  }
  return [...lines, ...bytes()]
}
