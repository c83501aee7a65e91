import { mkdtempSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { migrate, openDatabase } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import type { Api } from '#shared/contract/calls.ts'
import { callsTo } from '../support/kept-calls.ts'
import { addLastingLearners } from '../support/order-world.ts'
import { freshMark, joinSupport, type SupportReader } from '../support/support-client.ts'
import { type BenchLine, cpuSecondsOf, median } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

/** SUPPORT_BENCH_TALKS makes it a smaller one. */
const talks = Number(process.env.SUPPORT_BENCH_TALKS ?? 500)
const begunAtOnce = 25
/** Lines of learners, and as many of agents. */
const perSecond = 10
const seconds = 25
const mostDeliveryMs = 500
/** What doesn't come by then is lost. */
const patienceMs = 15_000

interface Talk {
  readonly id: number
  readonly api: Api
  readonly reader: SupportReader
  /** Up to here it was told when it joined. */
  readonly from: number
}

interface People {
  readonly agent: string
  readonly learners: readonly string[]
}

/** Learners and an agent of the office, in the data folder of a site that doesn't run yet. */
async function addPeople(dataDir: string): Promise<People> {
  const database = await openDatabase(readConfig({ SITE_ENV: 'test', DATA_DIR: dataDir }), () => undefined)
  try {
    await migrate(database.db)
    const [agent, ...learners] = await addLastingLearners(database, Date.now(), talks + 1)
    if (!agent) throw new Error('Nobody answers.')
    await database.db.insertInto('userRoles').values({ userId: agent.userId, role: 'education' }).execute()
    return { agent: agent.cookie, learners: learners.map(({ cookie }) => cookie) }
  } finally {
    await database.close()
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const nowMicro = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000)

/** Notes how long each line travelled that says when it was sent. */
function watch(reader: SupportReader, travelled: number[]): void {
  reader.socket.on('message', ({ text }) => {
    const sentAt = Number(/^t(\d+)$/.exec(text)?.[1])
    if (Number.isFinite(sentAt)) travelled.push((nowMicro() - sentAt) / 1000)
  })
}

async function begin(site: BuiltSite, cookie: string, dispatcher: Agent, travelled: number[]): Promise<Talk> {
  const api = callsTo(site.base, cookie, dispatcher)
  const { sign, seq } = await api.call('POST /api/support/send', { text: '在吗', clientMsgId: freshMark() })
  const id = Number(sign?.split(':')[0])
  const reader = await joinSupport(site.base, sign ?? '')
  watch(reader, travelled)
  return { id, api, reader, from: seq }
}

/** All talks, many begun at once. */
async function beginAll(
  site: BuiltSite,
  { learners }: People,
  dispatcher: Agent,
  travelled: number[],
): Promise<Talk[]> {
  const begun: Talk[] = []
  const waiting = [...learners]
  await Promise.all(
    Array.from({ length: begunAtOnce }, async () => {
      for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop())
        begun.push(await begin(site, cookie, dispatcher, travelled))
    }),
  )
  return begun
}

/** An agent answers one talk after the other while the learner of another one speaks; resolves when all calls are answered. */
async function talk(agent: Api, all: readonly Talk[]): Promise<number> {
  const said: Promise<unknown>[] = []
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const [one, other] = [all[count % all.length], all[(count + Math.floor(all.length / 2)) % all.length]]
    if (!one || !other) break
    const line = (): { text: string; clientMsgId: string } => ({ text: `t${nowMicro()}`, clientMsgId: freshMark() })
    said.push(agent.call('POST /api/staff/conversation/answer', { id: one.id, ...line() }))
    said.push(other.api.call('POST /api/support/send', line()))
    await pause(1000 / perSecond)
  }
  await Promise.all(said)
  return said.length
}

/** Numbers that a page should have been told and wasn't, was told twice, or out of order. */
async function countLost({ api, reader, from }: Talk): Promise<number> {
  const { state } = await api.call('GET /api/support/messages', {})
  const wanted = Array.from({ length: state.lastSeq - from }, (_, index) => from + 1 + index)
  const told = reader.messages.map(({ seq }) => seq).filter((seq) => seq > from)
  const missing = wanted.filter((seq) => !told.includes(seq)).length
  return (
    missing + Math.max(0, told.length - wanted.length) + told.filter((seq, at) => seq <= (told[at - 1] ?? 0)).length
  )
}

/** Hundreds of conversations at once through the front: how long a line travels to the page that waits for it, and whether each comes. */
export async function supportBench(): Promise<BenchLine[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  const people = await addPeople(dataDir)
  const site = await startBuiltSite(
    { SITE_ENV: 'test', SERVICE_HOURS: '每天 00:00-24:00', MAX_CONNECTIONS_PER_ADDRESS: '0', MAX_CONNECTIONS: '10000' },
    dataDir,
  )
  const dispatcher = new Agent({ connections: begunAtOnce, keepAliveTimeout: 60_000 })
  const travelled: number[] = []
  let all: Talk[] = []
  try {
    const agent = callsTo(site.base, people.agent, dispatcher)
    await agent.call('POST /api/staff/conversation/presence', {})
    const began = performance.now()
    all = await beginAll(site, people, dispatcher, travelled)
    const beginSeconds = (performance.now() - began) / 1000
    const cpu = (): number => cpuSecondsOf(site.webPid) + cpuSecondsOf(site.backendPid)
    const before = cpu()
    const wanted = await talk(agent, all)
    for (const until = performance.now() + patienceMs; travelled.length < wanted && performance.now() < until; )
      await pause(50)
    const used = ((cpu() - before) / wanted) * 1000
    let lost = 0
    for (const one of all) lost += await countLost(one)
    travelled.sort((a, b) => a - b)
    const p99 = travelled[Math.floor(travelled.length * 0.99)] ?? Number.POSITIVE_INFINITY
    return [
      {
        name: `${talks} conversations begun, a call and a socket each`,
        value: `${beginSeconds.toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)`,
        goal: `printed, ${talks} open`,
        ok: all.length === talks && all.every(({ reader }) => reader.socket.connected),
      },
      {
        name: `a line to its page among ${talks}, ${2 * perSecond} a second: p99`,
        value: `${p99.toFixed(0)} ms (p50 ${median(travelled).toFixed(0)} ms; ${travelled.length} of ${wanted} arrived); ${used.toFixed(1)} ms of CPU each`,
        goal: `≤ ${mostDeliveryMs} ms, all`,
        ok: p99 <= mostDeliveryMs && travelled.length === wanted,
      },
      { name: 'lines lost, doubled or out of order', value: String(lost), goal: '0', ok: lost === 0 },
    ]
  } finally {
    for (const { reader } of all) reader.socket.disconnect()
    await dispatcher.destroy()
    await site.stop()
  }
}
