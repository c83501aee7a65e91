import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { type BenchLine, cpuSecondsOf, median, pin } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'
import { homeReads } from './home-reads.ts'

// What a page costs over all processes, one request after another: the web process and the backend with its database.
const opsToken = 'bench-operators-token'
const rounds = 7
const amount = 60
const warmUp = 150
/** Turns until nothing more gets faster, at most: the engine compiles for the first thousand, and a site serves for days. */
const mostWarmUp = 2400
/** Rounds that bring less than this share below the cheapest so far are no progress; so many of them are enough. */
const progress = 0.02
const calmRounds = 4

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: OutgoingHttpHeaders
}

/** One request over the one connection; identity is asked for unless the headers say otherwise. */
export function ask(
  url: string | { socketPath: string; path: string },
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const options = { agent, method, headers }
  const target = typeof url === 'string' ? request(url, options) : request({ ...options, ...url })
  return new Promise((resolve, reject) => {
    target.on('error', reject).on('response', (answer) => {
      const parts: Buffer[] = []
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString(), headers: answer.headers }),
        )
    })
    target.end(body)
  })
}

/** CPU of one turn in milliseconds: in the web process, and in the backend. */
interface Cost {
  readonly web: number
  readonly backend: number
}

async function costOf(site: BuiltSite, times: number, turn: () => Promise<unknown>): Promise<Cost> {
  const before = [cpuSecondsOf(site.webPid), cpuSecondsOf(site.backendPid)] as const
  for (let count = 0; count < times; count += 1) await turn()
  return {
    web: ((cpuSecondsOf(site.webPid) - before[0]) * 1000) / times,
    backend: ((cpuSecondsOf(site.backendPid) - before[1]) * 1000) / times,
  }
}

async function logIn({ base }: BuiltSite): Promise<string> {
  const body = JSON.stringify({
    loginType: 'password',
    phoneNum: developerAccounts[0]?.phone,
    nationCode: 86,
    password: developerPassword,
  })
  const headers = { 'content-type': 'application/json', origin: base, reqSource: 'pcSite' }
  const answer = await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body })
  const lines = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const cookie = lines.filter((line) => /session=/.test(line)).join('; ')
  if (cookie === '') throw new Error(`The learner could not log in: ${await answer.text()}`)
  return cookie
}

/** Runs turns until their cost stays: what is compiled meanwhile, on threads of its own, would be counted to the page. */
async function warmed(cost: () => number, turn: () => Promise<unknown>): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let calm = 0
  for (let turns = 0; turns < mostWarmUp && calm < calmRounds; turns += amount) {
    const before = cost()
    for (let count = 0; count < amount; count += 1) await turn()
    const spent = cost() - before
    calm = turns >= warmUp && spent > least * (1 - progress) ? calm + 1 : 0
    least = Math.min(least, spent)
  }
}

interface Bare {
  readonly child: ChildProcess
  readonly base: string
  ms(): Promise<number>
}

/** React alone with the markup of a page. */
async function startBare(html: string): Promise<Bare> {
  const markup = /<div id="root">(.*)<\/div><script type="application\/json" id="state">/s.exec(html)?.[1] ?? ''
  if (markup === '') throw new Error('The page has no markup.')
  const child = fork(new URL('./bare-page-server.ts', import.meta.url), [], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(markup)
  const [message] = (await once(child, 'message')) as [{ port: number }]
  const base = `http://127.0.0.1:${message.port}/`
  const pid = child.pid ?? 0
  pin(pid, 0)
  await warmed(
    () => cpuSecondsOf(pid),
    () => ask(base),
  )
  const ms = async (): Promise<number> => {
    const before = cpuSecondsOf(pid)
    for (let count = 0; count < amount; count += 1) await ask(base)
    return ((cpuSecondsOf(pid) - before) * 1000) / amount
  }
  return { child, base, ms }
}

interface Page {
  readonly name: string
  readonly path: string
  readonly headers: Record<string, string>
  /** Times the CPU of React alone. */
  readonly most: number
  /** Before each request, measured for itself and taken off. */
  readonly before?: () => Promise<unknown>
}

/** The page and React alone in turn; the median of the rounds' ratios counts. */
async function wholeCost(site: BuiltSite, { name, path, headers, most, before }: Page): Promise<BenchLine> {
  const url = site.base + path
  // Robots get every page in one piece.
  const { text, status } = await ask(url, { ...headers, 'user-agent': 'Googlebot' })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const bare = await startBare(text)
  try {
    const turn = async (): Promise<void> => {
      await before?.()
      await ask(url, { ...headers, 'accept-encoding': 'br' })
    }
    await warmed(() => cpuSecondsOf(site.webPid) + cpuSecondsOf(site.backendPid), turn)
    const seen: { web: number; backend: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const whole = await costOf(site, amount, turn)
      const off = before ? await costOf(site, amount, before) : { web: 0, backend: 0 }
      seen.push({ web: whole.web - off.web, backend: whole.backend - off.backend, bare: await bare.ms() })
    }
    const ratio = median(seen.map((one) => (one.web + one.backend) / one.bare))
    const of = (key: 'web' | 'backend' | 'bare'): string => median(seen.map((one) => one[key])).toFixed(2)
    return {
      name: `${name}, CPU of all processes against React alone`,
      value: `${ratio.toFixed(2)} x (web ${of('web')} ms + backend ${of('backend')} ms; React ${of('bare')} ms)`,
      goal: `<= ${most} x`,
      ok: ratio <= most,
    }
  } finally {
    bare.child.kill()
  }
}

/** What each read of the home page costs the backend, beside an empty question of the same kind. */
async function readCosts(site: BuiltSite, dataDir: string): Promise<BenchLine[]> {
  const socketPath = join(dataDir, 'run', 'backend.sock')
  const send = (questions: readonly unknown[]): Promise<Answer> =>
    ask(
      { socketPath, path: '/batch' },
      { 'content-type': 'application/json', reqSource: 'pcSite', host: 'localhost' },
      'POST',
      JSON.stringify(questions),
    )
  const measure = async (questions: readonly unknown[]): Promise<{ ms: number; bytes: number }> => {
    const answer = await send(questions)
    for (let count = 0; count < warmUp / 3; count += 1) await send(questions)
    const costs: number[] = []
    for (let round = 0; round < 3; round += 1) costs.push((await costOf(site, amount, () => send(questions))).backend)
    return { ms: median(costs), bytes: Buffer.byteLength(answer.text) }
  }
  const none = await measure([])
  const all = await measure(homeReads().map(({ route, input }) => [route, input]))
  const lines: BenchLine[] = [
    {
      name: 'backend: all reads of the home page in one question',
      value: `${(all.ms - none.ms).toFixed(2)} ms, ${(all.bytes / 1024).toFixed(1)} KiB (an empty question ${none.ms.toFixed(2)} ms)`,
      goal: '',
      ok: true,
    },
  ]
  for (const { route, input } of homeReads()) {
    const { ms, bytes } = await measure([[route, input]])
    lines.push({
      name: `backend: ${route}`,
      value: `${(ms - none.ms).toFixed(2)} ms, ${(bytes / 1024).toFixed(1)} KiB`,
      goal: '',
      ok: true,
    })
  }
  return lines
}

const quietMs = 20
const longestWait = 120

/** Waits until the backend does nothing of its own: its first jobs after a start would be counted to the pages. */
async function settled({ backendPid }: BuiltSite): Promise<void> {
  for (let second = 0; second < longestWait; second += 1) {
    const before = cpuSecondsOf(backendPid)
    await setTimeout(1000)
    if ((cpuSecondsOf(backendPid) - before) * 1000 <= quietMs) return
  }
  throw new Error(`The backend is still busy with itself after ${longestWait} s.`)
}

/** Whole costs of a learner's pages and of cold ones, and of each read that the home page makes. */
export async function wholeCostBench(): Promise<BenchLine[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  // answers aren't held against their contract in production
  const site = await startBuiltSite({ OPS_TOKEN: opsToken, WARM_UP_PAGES: '0', CHECK_ANSWERS: 'false' }, dataDir)
  pin(site.webPid, 0)
  pin(site.backendPid, 1)
  pin(process.pid, 1)
  try {
    const cookie = await logIn(site)
    await settled(site)
    const purge = (key: string) => (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${opsToken}`, 'content-type': 'application/json' }
      return ask(`${site.base}/ops/cache/purge`, headers, 'POST', JSON.stringify({ key, hard: true }))
    }
    return [
      await wholeCost(site, { name: "a learner's home", path: '/', headers: { cookie }, most: 3 }),
      await wholeCost(site, { name: "a learner's course list", path: '/course', headers: { cookie }, most: 2 }),
      await wholeCost(site, {
        name: 'cold fill of the home page',
        path: '/',
        headers: {},
        most: 5,
        before: purge('/'),
      }),
      await wholeCost(site, {
        name: 'cold fill of the course list',
        path: '/course',
        headers: {},
        most: 5,
        before: purge('/course'),
      }),
      ...(await readCosts(site, dataDir)),
    ]
  } finally {
    agent.destroy()
    await site.stop()
  }
}
