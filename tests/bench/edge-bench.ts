import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import type { BenchMode } from '../support/edge-bench-server.ts'

/** One figure, what it should be, and whether it is. */
export interface BenchLine {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly ok: boolean
}

interface Served {
  readonly child: ChildProcess
  readonly base: string
}

interface Load {
  readonly mode: BenchMode
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const amount = 12_000
const rounds = 11
const longestMs = 90_000
const page = '/course/101.html'

async function start(mode: BenchMode): Promise<Served> {
  const child = fork(new URL('../support/edge-bench-server.ts', import.meta.url), [mode], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, base: `http://127.0.0.1:${message.port}` }
}

/**
 * CPU microseconds a server has used, user and system time of all its threads. The kernel's own count, asked of the
 * process itself: /proc gives the same in steps of 10 ms, which is too coarse for short rounds.
 */
async function cpuMicroseconds({ child }: Served): Promise<number> {
  child.send('cpu')
  const [message] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return message.cpu.user + message.cpu.system
}

/** Microseconds of the server's CPU for one request of this kind. */
async function measure(served: Served, load: Load, times: number): Promise<number> {
  const before = await cpuMicroseconds(served)
  const result = await autocannon({
    url: served.base + load.path,
    connections: 50,
    amount: times,
    headers: { ...load.headers },
  })
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${failed} requests failed at ${load.path}`)
  return ((await cpuMicroseconds(served)) - before) / times
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function etagOf(served: Served): Promise<string> {
  const answer = await fetch(served.base + page)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** Rounds one after another, each with every kind of load, so that a busy moment hits all alike. */
async function measureAll(
  servers: Readonly<Record<BenchMode, Served>>,
  loads: Readonly<Record<string, Load>>,
): Promise<Record<string, number[]>> {
  const figures: Record<string, number[]> = {}
  const end = Date.now() + longestMs
  for (const load of Object.values(loads)) await measure(servers[load.mode], load, amount / 3)
  for (let round = 0; round < rounds && Date.now() < end; round += 1) {
    for (const [name, load] of Object.entries(loads)) {
      figures[name] = [...(figures[name] ?? []), await measure(servers[load.mode], load, amount)]
    }
  }
  return figures
}

/** Compares what a hit costs with a bare server that sends the same bytes; ratios above 1 mean that the edge is cheaper. */
export async function edgeBench(): Promise<readonly BenchLine[]> {
  const servers = { bare: await start('bare'), edge: await start('edge'), 'edge-log': await start('edge-log') }
  try {
    const br = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const loads = {
      bareBr: { mode: 'bare', path: page, headers: br },
      edgeBr: { mode: 'edge', path: page, headers: br },
      edgeLog: { mode: 'edge-log', path: page, headers: br },
      bareGzip: { mode: 'bare', path: '/gzip', headers: { 'accept-encoding': 'gzip' } },
      edgeGzip: { mode: 'edge', path: page, headers: { 'accept-encoding': 'gzip' } },
      unchanged: { mode: 'edge', path: page, headers: { ...br, 'if-none-match': await etagOf(servers.edge) } },
    } as const satisfies Record<string, Load>
    const figures = await measureAll(servers, loads)
    const costs = (name: keyof typeof loads): readonly number[] => figures[name] ?? []
    const line = (name: string, base: keyof typeof loads, own: keyof typeof loads, goal: number): BenchLine => {
      // Within a round both were measured at nearly the same time: whatever else ran then weighed on both.
      const ratio = median(costs(own).map((cost, round) => (costs(base)[round] ?? Number.NaN) / cost))
      const value = `${ratio.toFixed(2)} (${median(costs(own)).toFixed(1)} µs, ${median(costs(base)).toFixed(1)} µs)`
      return { name, value, goal: `>= ${goal.toFixed(2)}`, ok: ratio >= goal }
    }
    return [
      line('hit, brotli, against a bare server', 'bareBr', 'edgeBr', 0.95),
      line('hit, gzip, against a bare server', 'bareGzip', 'edgeGzip', 0.95),
      line('hit with access log, against a bare server', 'bareBr', 'edgeLog', 0.75),
      line('304 against a hit', 'edgeBr', 'unchanged', 1),
    ]
  } finally {
    for (const { child } of Object.values(servers)) child.kill()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await edgeBench())
