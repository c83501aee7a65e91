import { request } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { BenchLine } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

const opsToken = 'bench-operators-token'
const rush = 400
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** Different pages that the school's sitemaps list, of all kinds in turn. */
async function addresses({ base }: BuiltSite): Promise<string[]> {
  const index = await textOf(`${base}/sitemap.xml`)
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const lists = await Promise.all(
    files.map(async (file) =>
      [...(await textOf(base + file)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, url = '']) => new URL(url.replaceAll('&amp;', '&')).pathname,
      ),
    ),
  )
  const mixed: string[] = []
  for (let place = 0; mixed.length < rush && lists.some((list) => place < list.length); place += 1)
    for (const list of lists) if (list[place] !== undefined) mixed.push(list[place] ?? '')
  return [...new Set(mixed)].slice(0, rush)
}

function visit(url: string): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { agent: false, headers: { 'user-agent': browser, 'accept-encoding': 'br' } }, (res) => {
      res.resume().once('end', () => resolve({ status: res.statusCode ?? 0, ms: performance.now() - began }))
      res.once('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

/** 400 different pages that nobody has made, asked for in the same moment: web process and backend share two cores. */
export async function coldRushBench(): Promise<readonly BenchLine[]> {
  const site = await startBuiltSite({ OPS_TOKEN: opsToken, WARM_UP_PAGES: '0' })
  try {
    const paths = await addresses(site)
    const headers = { authorization: `Bearer ${opsToken}`, 'content-type': 'application/json' }
    await (
      await fetch(`${site.base}/ops/cache/purge`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ all: true, hard: true }),
      })
    ).text()
    const answers = await Promise.all(paths.map((path) => visit(site.base + path)))
    const refused = answers.filter(({ status }) => status === 503).length
    const others = answers.filter(({ status }) => status !== 503 && status !== 200).length
    const times = answers.map(({ ms }) => ms / 1000).sort((a, b) => a - b)
    const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(1)
    const value = `${refused} × 503, ${others} others; half in ${at(0.5)} s, all in ${at(1)} s`
    return [
      {
        name: `${paths.length} different cold pages at once, none with a query`,
        value,
        goal: '0 × 503',
        ok: refused === 0 && paths.length === rush,
      },
    ]
  } finally {
    await site.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await coldRushBench())
