import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { BenchLine } from './bench-line.ts'
import type { BuiltSite } from './built-site.ts'

const connections = 1000
const quietSeconds = 4
const besideSeconds = 8
const openedAtOnce = 20

interface Attack {
  /** What is sent first, what a byte at a time, and whether the answer is left unread. */
  readonly start: string
  readonly drip: string
  readonly unread: boolean
}

function attacks({ base }: BuiltSite): Attack[] {
  const host = `Host: ${new URL(base).host}\r\n`
  const post = `POST /api/ubas/flow-collect HTTP/1.1\r\n${host}Origin: ${base}\r\nreqSource: pcSite\r\nContent-Type: application/json\r\n`
  return [
    { start: `GET / HTTP/1.1\r\n${host}X-Slow: `, drip: 'a', unread: false },
    { start: `${post}Content-Length: 90000\r\n\r\n{`, drip: ' ', unread: false },
    { start: `GET / HTTP/1.1\r\n${host}\r\n`, drip: '', unread: false },
    { start: `GET / HTTP/1.1\r\n${host}\r\n`.repeat(20), drip: '', unread: true },
  ]
}

function hold(port: number, { start, drip, unread }: Attack): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(start))
  socket.on('error', () => undefined)
  if (unread) socket.pause()
  else socket.resume()
  if (drip === '') return socket
  const timer = setInterval(() => socket.writable && socket.write(drip), 1000)
  socket.once('close', () => clearInterval(timer))
  return socket
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Asks one address after another until the time is up; milliseconds of each answer, Infinity for one that failed. */
async function ask(address: (turn: number) => string, until: number): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < until) {
    const began = performance.now()
    const ok = await fetch(address(times.length), { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => (await answer.arrayBuffer()) && answer.status === 200,
      () => false,
    )
    times.push(ok ? performance.now() - began : Number.POSITIVE_INFINITY)
  }
  return times.sort((a, b) => a - b)
}

/** The p99 of a cached page, an uncached one and a read of the API, asked in parallel for so long: milliseconds. */
async function visit({ base }: BuiltSite, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000
  const asked = await Promise.all([
    ask(() => base, until),
    ask((turn) => `${base}/course?action=bench&turn=${seconds}-${turn}`, until),
    ask(() => `${base}/api/common/course-list-page?lectureType=video&pageSize=3`, until),
  ])
  return asked.map((times) => times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY)
}

function listed(times: readonly number[]): string {
  return times.map((ms) => ms.toFixed(0)).join(', ')
}

/** Ordinary visitors beside 1,000 connections that dribble headers or bodies, read nothing or only stay. */
export async function slowClients(site: BuiltSite): Promise<BenchLine> {
  const port = Number(new URL(site.base).port)
  const kinds = attacks(site)
  const quiet = await visit(site, quietSeconds)
  const before = residentMiB(site.webPid)
  const sockets: Socket[] = []
  for (let count = 0; count < connections; count += 1) {
    const kind = kinds[count % kinds.length]
    if (kind) sockets.push(hold(port, kind))
    if (count % openedAtOnce === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const beside = await visit(site, besideSeconds)
  const grown = residentMiB(site.webPid) - before
  for (const socket of sockets) socket.destroy()
  return {
    name: `p99 beside ${connections} slow connections: cached, uncached, /api`,
    value: `${listed(beside)} ms (without them ${listed(quiet)}; +${grown.toFixed(0)} MiB)`,
    goal: '<= 500 ms, or twice what it is without; <= 128 MiB',
    ok: Math.max(...beside) <= Math.max(500, 2 * Math.max(...quiet)) && grown <= 128,
  }
}
