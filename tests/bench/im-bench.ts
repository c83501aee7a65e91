import { mkdtempSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Agent, request } from 'undici'
import type { ImDriver, RoomStore } from '#client/features/room/room-store.ts'
import { seatOf } from '#client/pages/play/first-entry.ts'
import { fillHall, type Hall } from '../support/chat-hall.ts'
import { openRoomPage, pageCalls, untilChat } from '../support/room-page.ts'
import { type BenchLine, cpuSecondsOf, median } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

/** IM_BENCH_PAGES makes it a smaller one. */
const people = Number(process.env.IM_BENCH_PAGES ?? 2000)
/** Of a class that comes in together many are on their way at each moment. */
const joinedAtOnce = 100
const perSecond = 5
const seconds = 20
const mostDeliveryMs = 500
const mostJoinSeconds = 20
/** What doesn't come in by then has failed. */
const patienceMs = 30_000

interface Visit {
  readonly site: BuiltSite
  readonly hall: Hall
  readonly dispatcher: Agent
  readonly watch: (driver: ImDriver) => ImDriver
}

/** The page itself, as the server makes it for this learner. */
async function readDocument({ site, hall, dispatcher }: Visit, cookie: string): Promise<void> {
  const url = `${site.base}/course/live/play/${hall.periodId}?scheduleId=${hall.scheduleId}`
  const headers = { cookie, 'accept-encoding': 'br' }
  const { statusCode, body } = await request(url, { headers, dispatcher })
  const html = brotliDecompressSync(await body.arrayBuffer()).toString()
  // a visitor's page names the class, too, and nobody of the class
  if (statusCode !== 200 || !html.includes('听众')) throw new Error(`The page of a class answered ${statusCode}.`)
}

async function isIn(store: RoomStore): Promise<RoomStore> {
  store.start()
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`A page was ${store.getState().phase} for ${patienceMs} ms.`)), patienceMs)
  })
  try {
    await Promise.race([untilChat(store, ({ phase }) => phase === 'joined'), tooLate])
    return store
  } catch (error) {
    store.stop()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Comes back into the chat, by a ticket: a page whose line was cut. */
function comeBack({ site, hall, dispatcher, watch }: Visit, cookie: string): Promise<RoomStore> {
  return isIn(openRoomPage({ base: site.base, cookie, dispatcher, groupId: hall.groupId, watch }))
}

/** What a page does until its learner sits in the class: one call, and the connection that its key lets in. */
async function comeIn({ site, hall, dispatcher, watch }: Visit, cookie: string): Promise<RoomStore> {
  const { periodId, scheduleId, groupId } = hall
  const browsing = { base: site.base, cookie, dispatcher }
  const entry = await pageCalls(browsing).call('GET /api/live/room-entry', { periodId, scheduleId })
  const { checkCode, playUrl, chat, messages, failed } = entry
  if (checkCode !== 100 || playUrl === null || !chat || !messages || failed.length > 0) {
    const missing = [playUrl ?? 'picture', chat ? '' : 'chat', ...failed].join(' ')
    throw new Error(`A learner was let in with ${checkCode}, without ${missing}.`)
  }
  return isIn(openRoomPage({ ...browsing, groupId, watch, seat: seatOf(entry) }))
}

/** How everybody came in. */
interface Rush<T> {
  readonly seconds: number
  /** Milliseconds of CPU that one of them cost: web process, backend, and who came. */
  readonly cpu: string
  readonly made: T[]
  /** Why somebody did not, by words, and how often. */
  readonly failures: ReadonlyMap<string, number>
}

/** CPU that web process, backend and this one have used since now, in milliseconds for each of so many things. */
function startCpu({ webPid, backendPid }: BuiltSite): (things: number) => string {
  const read = (): number[] => [webPid, backendPid, process.pid].map(cpuSecondsOf)
  const before = read()
  return (things) => {
    const [web, backend, own] = read().map((now, index) => (((now - (before[index] ?? 0)) / things) * 1000).toFixed(1))
    return `web ${web}, backend ${backend}, bench ${own} ms of CPU each`
  }
}

/** Lets everybody in, many at once. */
async function rush<T>(visit: Visit, comes: (visit: Visit, cookie: string) => Promise<T>): Promise<Rush<T>> {
  const { site, hall } = visit
  const [began, cpu] = [performance.now(), startCpu(site)]
  const made: T[] = []
  const failures = new Map<string, number>()
  const waiting = [...hall.cookies]
  const comeOneByOne = async (): Promise<void> => {
    for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop()) {
      try {
        made.push(await comes(visit, cookie))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        failures.set(why, (failures.get(why) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: joinedAtOnce }, comeOneByOne))
  return {
    seconds: (performance.now() - began) / 1000,
    cpu: cpu(people),
    made,
    failures,
  }
}

function rushLine<T>(name: string, { seconds, cpu, failures }: Rush<T>, most?: number): BenchLine {
  const failed = [...failures].map(([why, times]) => `${times} × ${why}`).join('; ')
  return {
    name,
    value: `${seconds.toFixed(1)} s, ${cpu}${failed === '' ? '' : `; FAILED: ${failed}`}`,
    goal: `${most === undefined ? 'printed' : `≤ ${most} s`}, 0 failed`,
    ok: failures.size === 0 && (most === undefined || seconds <= most),
  }
}

function residentKiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Says something again and again, each time another one; answers how long each travelled to each page, in milliseconds. */
async function talk(site: BuiltSite, stores: readonly RoomStore[], travelled: number[]): Promise<BenchLine> {
  const cpu = startCpu(site)
  for (let count = 0; count < perSecond * seconds; count += 1) {
    stores[count % stores.length]?.send(`t${Math.round((performance.timeOrigin + performance.now()) * 1000)}`, [])
    await pause(1000 / perSecond)
  }
  const wanted = perSecond * seconds * people
  for (const until = performance.now() + 15_000; travelled.length < wanted && performance.now() < until; )
    await pause(50)
  travelled.sort((a, b) => a - b)
  const p99 = travelled[Math.floor(travelled.length * 0.99)] ?? Number.POSITIVE_INFINITY
  return {
    name: `a message to ${people}, ${perSecond} a second: p99`,
    value: `${p99.toFixed(0)} ms (p50 ${median(travelled).toFixed(0)} ms; ${travelled.length} of ${wanted} arrived); ${cpu(perSecond * seconds)}`,
    goal: `≤ ${mostDeliveryMs} ms, all`,
    ok: p99 <= mostDeliveryMs && travelled.length === wanted,
  }
}

/** Notes how long messages travelled to a connection. */
function watchTravel(travelled: number[]): (driver: ImDriver) => ImDriver {
  return (driver) => ({
    ...driver,
    onMessage: (listener) =>
      driver.onMessage((message) => {
        const sentAt = Number(/^t(\d+)$/.exec(message.text?.text ?? '')?.[1])
        travelled.push(performance.timeOrigin + performance.now() - sentAt / 1000)
        listener(message)
      }),
  })
}

/** Thousands in one room through the front: how long joining takes, how long a message travels, what a socket costs. */
export async function imBench(): Promise<BenchLine[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  const hall = await fillHall(dataDir, people)
  const site = await startBuiltSite(
    { SITE_ENV: 'test', MAX_CONNECTIONS_PER_ADDRESS: '0', MAX_CONNECTIONS: '10000' },
    dataDir,
  )
  const dispatcher = new Agent({ connections: joinedAtOnce, keepAliveTimeout: 60_000 })
  let inside: RoomStore[] = []
  try {
    const travelled: number[] = []
    const visit: Visit = { site, hall, dispatcher, watch: watchTravel(travelled) }
    const before = { web: residentKiB(site.webPid), backend: residentKiB(site.backendPid) }
    const back = await rush(visit, comeBack)
    for (const store of back.made) store.stop()
    await pause(3000)
    const documents = await rush(visit, readDocument)
    const entry = await rush(visit, comeIn)
    inside = entry.made
    await pause(3000)
    const after = { web: residentKiB(site.webPid), backend: residentKiB(site.backendPid) }
    const message = await talk(site, inside, travelled)
    const each = (name: 'web' | 'backend'): string => `${((after[name] - before[name]) / people).toFixed(0)} KB`
    const load = `load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
    return [
      rushLine(`${people} pages come back into a chat`, back),
      rushLine(`${people} documents of the class's page`, documents),
      rushLine(`${people} pages come into a class, one call and one socket each (${load})`, entry, mostJoinSeconds),
      message,
      {
        name: 'memory of a socket',
        value: `web ${each('web')}, backend ${each('backend')} (in all ${Math.round(after.web / 1024)} and ${Math.round(after.backend / 1024)} MB)`,
        goal: 'printed',
        ok: true,
      },
    ]
  } finally {
    for (const store of inside) store.stop()
    await dispatcher.destroy()
    await site.stop()
  }
}
