import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import { parseMediaIndex } from '#server/media/media-index.ts'
import { writeClock } from '#server/media/media-playlist.ts'
import {
  createSecretHash,
  grantMs,
  grantPrefix,
  type MediaMode,
  sessionMark,
  signGrant,
} from '#server/media/play-grant.ts'
import { type BenchLine, median, middleHalf } from './bench-line.ts'

const amount = 6000
const rounds = 11
const secret = 'the secret of a bench that nobody else knows'
const token = 'A'.repeat(43)
/** Segments of a class of three hours. */
const recorded = 5400

interface Served {
  readonly child: ChildProcess
  readonly base: string
}

async function cpuMicroseconds({ child }: Served): Promise<number> {
  child.send('cpu')
  const [message] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return message.cpu.user + message.cpu.system
}

/** Microseconds of the server's CPU for one request, as a learner's browser sends it. */
async function measure(served: Served, path: string, times: number): Promise<number> {
  const before = await cpuMicroseconds(served)
  const result = await autocannon({
    url: served.base + path,
    connections: 20,
    amount: times,
    headers: { cookie: `robotId=abc; session=${token}`, 'accept-encoding': 'gzip, deflate, br, zstd' },
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} requests failed at ${path}`)
  return ((await cpuMicroseconds(served)) - before) / times
}

function address(folder: string, mode: MediaMode, file: string): string {
  const hash = createSecretHash(secret)
  return `${grantPrefix}${signGrant(hash, { folder, mode, expires: Date.now() + grantMs, who: sessionMark(hash, token) })}/${file}`
}

/** A list that a recorder writes, a segment every half second: faster than any real one. */
function record(folder: string): () => void {
  const file = join(folder, 'index.m3u8')
  let count = 0
  const segment = (): string => `#EXTINF:2.000000,\npart-${count++}.ts\n`
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    file,
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n${Array.from({ length: recorded }, segment).join('')}`,
  )
  const timer = setInterval(() => appendFileSync(file, segment()), 500)
  return () => clearInterval(timer)
}

async function measureAll(
  served: Served,
  paths: Readonly<Record<'clock' | 'live' | 'static', string>>,
): Promise<BenchLine[]> {
  const kinds = ['static', 'clock', 'live'] as const
  const costs = { static: [] as number[], clock: [] as number[], live: [] as number[] }
  for (const kind of kinds) await measure(served, paths[kind], amount)
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const kind = kinds[(round + turn) % kinds.length] ?? 'static'
      costs[kind].push(await measure(served, paths[kind], amount))
    }
  }
  const line = (name: string, own: readonly number[]): BenchLine => {
    // within a round both were measured at nearly the same time: whatever else ran then weighed on both
    const ratios = own.map((cost, round) => cost / (costs.static[round] ?? Number.NaN))
    const ratio = median(ratios)
    return {
      name,
      value: `${ratio.toFixed(2)} (${middleHalf(ratios)}; ${median(own).toFixed(1)} µs, ${median(costs.static).toFixed(1)} µs)`,
      goal: '<= 3.00',
      ok: ratio <= 3,
    }
  }
  return [
    line('live list of a film on the clock, against a static file of its size', costs.clock),
    line('live list of a class that is recorded, against the same', costs.live),
  ]
}

/** What a live list costs that a room asks for every few seconds, beside a static file that the same process sends. */
export async function playlistBench(): Promise<readonly BenchLine[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  const dist = join(dataDir, 'dist')
  const film = join(dist, 'film')
  cpSync('server/seed/media/film', film, { recursive: true })
  const clock = { kind: 'clock', begin: Date.now() - 3_600_000, end: Date.now() + 3_600_000 } as const
  const index = parseMediaIndex(readFileSync(join(film, '360p', 'index.m3u8'), 'utf8'))
  if (!index) throw new Error('The film has no list.')
  writeFileSync(join(film, 'static.m3u8'), writeClock(index, clock, Date.now()))
  const stop = record(join(dataDir, 'media', 'live', '1'))
  const child = fork(new URL('../support/playlist-bench-server.ts', import.meta.url), [dataDir, dist, secret], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    const [message] = (await once(child, 'message')) as [{ port: number }]
    return await measureAll(
      { child, base: `http://127.0.0.1:${message.port}` },
      {
        clock: address('film', clock, '360p/index.m3u8'),
        live: address('live/1', { kind: 'live' }, 'index.m3u8'),
        static: '/media/film/static.m3u8',
      },
    )
  } finally {
    stop()
    child.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await playlistBench())
