import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import { type BenchLine, cpuSecondsOf, median, middleHalf } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

const page = '/agreement/privacy'
const rounds = 7
const amount = 12_000
const mixtureMs = Number(process.env.MIXTURE_SECONDS ?? 60) * 1000
const visitors = 8
const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

async function hit(url: string, pid: number): Promise<number> {
  const before = cpuSecondsOf(pid)
  const result = await autocannon({ url, amount, connections: 50, headers: browser })
  if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`Requests failed at ${url}.`)
  return ((cpuSecondsOf(pid) - before) * 1e6) / amount
}

/** A bare server that sends what the site sends for a hit, byte for byte. */
async function startBare(site: BuiltSite): Promise<{ child: ChildProcess; url: string }> {
  const sent = await new Promise<{ head: string[]; body: string }>((resolve, reject) => {
    request(site.base + page, { agent: false, headers: browser }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      const head = res.rawHeaders.filter(
        (_text, index, all) => !/^(?:connection|keep-alive)$/i.test(all[index - (index % 2)] ?? ''),
      )
      res.once('end', () => resolve({ head, body: Buffer.concat(parts).toString('base64') }))
    })
      .on('error', reject)
      .end()
  })
  const child = fork(new URL('./bare-bytes-server.ts', import.meta.url), [], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(sent)
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, url: `http://127.0.0.1:${message.port}/` }
}

async function addresses({ base }: BuiltSite): Promise<string[]> {
  const text = async (path: string): Promise<string> => (await fetch(base + path)).text()
  const listed = await Promise.all(
    ['/', '/course', '/classes', '/live/list', '/bbs/plate', '/article', '/works'].map(text),
  )
  return [...new Set(listed.flatMap((html) => [...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, path = '/']) => path)))]
}

/** What an hour brings, as fast as it goes: kept, cold and personal pages, calls, files, old copies, addresses of nothing. */
async function mix(site: BuiltSite): Promise<number> {
  const paths = await addresses(site)
  const end = performance.now() + mixtureMs
  let count = 0
  async function visit(seed: number): Promise<void> {
    let n = seed
    while (performance.now() < end) {
      n = (n * 1_103_515_245 + 12_345) % 2_147_483_648
      const path = paths[n % paths.length] ?? '/'
      const kinds: readonly [string, Record<string, string>][] = [
        [path, { 'accept-encoding': n % 3 === 0 ? 'gzip' : 'br' }],
        [path, { 'if-none-match': 'W/"other"' }],
        [`${path}${path.includes('?') ? '&' : '?'}action=none&n=${n}`, {}],
        [`${path}${path.includes('?') ? '&' : '?'}fbclid=${n}`, {}],
        [path, { cookie: 'session=abcdefgh' }],
        ['/api/search/hot-search', { reqSource: 'pcSite' }],
        ['/favicon.svg', {}],
        [`/nothing-${n}`, {}],
      ]
      const [target, headers] = kinds[(n >> 8) % kinds.length] ?? kinds[0] ?? ['/', {}]
      const answer = await fetch(site.base + target, {
        redirect: 'manual',
        headers: { 'user-agent': 'Mozilla/5.0 Chrome/130.0', ...headers },
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, (_none, index) => visit(index + 1)))
  return count
}

/** What a hit of the built site costs its web process, against a bare server: in a fresh process, and in one that has served a mixture. */
export async function mixtureBench(): Promise<readonly BenchLine[]> {
  const site = await startBuiltSite()
  const bare = await startBare(site)
  try {
    const measure = async (name: string): Promise<BenchLine> => {
      const [own, least]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        least.push(await hit(bare.url, bare.child.pid ?? 0))
        own.push(await hit(site.base + page, site.webPid))
      }
      const ratios = own.map((microseconds, round) => (least[round] ?? Number.NaN) / microseconds)
      const ratio = median(ratios)
      return {
        name,
        value: `${ratio.toFixed(2)} (${middleHalf(ratios)}; ${median(own).toFixed(1)} µs, ${median(least).toFixed(1)} µs)`,
        goal: '>= 0.95',
        ok: ratio >= 0.95,
      }
    }
    await Promise.all([hit(site.base + page, site.webPid), hit(bare.url, bare.child.pid ?? 0)])
    const fresh = await measure('hit of the built site, fresh, against a bare server')
    const served = await mix(site)
    return [fresh, await measure(`hit of the built site after a mixture of ${served} requests`)]
  } finally {
    bare.child.kill()
    await site.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await mixtureBench())
