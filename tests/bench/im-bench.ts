import { mkdtempSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'undici'
import { type DatabaseTransaction, migrate, openDatabase } from '#server/backend/db/database.ts'
import { ensureLessonRoom, findLesson } from '#server/backend/classroom/room/room-store.ts'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import { readConfig, sessionCookieNames } from '#server/config/config.ts'
import { LectureType, PeriodKind } from '#shared/contract/enums.ts'
import { imSocketPath } from '#shared/contract/im-socket.ts'
import { type BenchLine, median } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

/** IM_BENCH_SOCKETS makes it a smaller one. */
const people = Number(process.env.IM_BENCH_SOCKETS ?? 2000)
/** Of a class that comes in together many are on their way at each moment. */
const joinedAtOnce = 100
const perSecond = 5
const seconds = 20
const mostDeliveryMs = 500
const mostJoinSeconds = 20

/** What the first answer of a page brings along, as far as it is looked at here. */
interface Entry {
  readonly checkCode: number
  readonly playUrl: string | null
  readonly chat: { readonly sign: string } | null
  readonly messages: readonly object[] | null
  readonly failed: readonly string[]
}

interface Hall {
  /** How its page names the class. */
  readonly lesson: string
  readonly groupId: string
  /** Cookies of as many learners. */
  readonly cookies: string[]
}

interface HallLesson {
  readonly courseId: number
  readonly periodId: number
  readonly scheduleId: number
}

/** A class that is on, of a course that has its price, with a film that plays on the clock. */
async function addLesson(trx: DatabaseTransaction, now: Date, until: Date): Promise<HallLesson> {
  const { id: courseId } = await trx
    .insertInto('products')
    .values({ name: '大教室', lectureType: LectureType.live, isCharge: true, priceFen: 9900, status: 1 })
    .returning('products.id')
    .executeTakeFirstOrThrow()
  const { id: mediaId } = await trx
    .insertInto('mediaAssets')
    .values({ kind: 1, title: '大教室', durationSec: 3600, status: 1 })
    .returning('mediaAssets.id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('mediaUrls')
    .values({ assetId: mediaId, sortNum: 1, definition: 'auto', protocol: 'hls', url: 'store:film/master.m3u8' })
    .execute()
  const { id: periodId } = await trx
    .insertInto('periods')
    .values({ courseId, kind: PeriodKind.live, title: '大课', sequenceNo: 1, durationSec: 3600, mediaId })
    .returning('periods.id')
    .executeTakeFirstOrThrow()
  const { id: scheduleId } = await trx
    .insertInto('classSchedules')
    .values({ productId: courseId, name: '大班', beginDate: '2026-01-01', endDate: '2030-01-01' })
    .returning('classSchedules.id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('schedulePeriods')
    .values({ scheduleId, periodId, beginAt: new Date(now.getTime() - 60_000), endAt: until })
    .execute()
  return { courseId, periodId, scheduleId }
}

/** Learners with sessions who have a course, and its class that is on, written into the data folder before the site starts. */
async function fillHall(dataDir: string): Promise<Hall> {
  const database = await openDatabase(readConfig({ SITE_ENV: 'test', DATA_DIR: dataDir }), () => undefined)
  try {
    // the template may be older than the code
    await migrate(database.db)
    return await database.transaction(async (trx) => {
      const now = new Date()
      const until = new Date(now.getTime() + 3_600_000)
      const { courseId, periodId, scheduleId } = await addLesson(trx, now, until)
      const lesson = await findLesson(trx, { periodId, scheduleId }, now)
      const room = lesson && (await ensureLessonRoom(trx, lesson, now))
      if (!room) throw new Error('The class has no room.')
      const users = await trx
        .insertInto('users')
        .values(
          Array.from({ length: people }, (_, index) => ({
            nickname: `听众${index}`,
            phone: `166${String(index).padStart(8, '0')}`,
            phoneIsReal: true,
          })),
        )
        .returning('users.id')
        .execute()
      const tokens = users.map(() => randomToken())
      await trx
        .insertInto('sessions')
        .values(
          users.map(({ id }, index) => ({
            userId: id,
            tokenHash: hashToken(tokens[index] ?? ''),
            channel: 'pcSite',
            lastSeenAt: now,
            expiresAt: new Date(now.getTime() + 86_400_000),
          })),
        )
        .execute()
      await trx
        .insertInto('enrolments')
        .values(
          users.map(({ id }) => ({
            userId: id,
            productId: courseId,
            scheduleId,
            source: 2,
            beginAt: now,
            createdAt: now,
          })),
        )
        .execute()
      return {
        lesson: `periodId=${periodId}&scheduleId=${scheduleId}`,
        groupId: room.groupKey,
        cookies: tokens.map((token) => `${sessionCookieNames[1]}=${token}`),
      }
    })
  } finally {
    await database.close()
  }
}

async function ask<T>({ base }: BuiltSite, path: string, cookie: string): Promise<T> {
  const answer = await fetch(`${base}/api/${path}`, { headers: { cookie, reqSource: 'pcSite', origin: base } })
  const { code, msg, body } = (await answer.json()) as { code: number; msg: string; body: T }
  if (code !== 1) throw new Error(`${path} answered ${answer.status}: ${msg}`)
  return body
}

/** A ticket, and the connection that it lets in: how a page comes back. */
async function chat(
  site: BuiltSite,
  { groupId }: Hall,
  cookie: string,
  onText: (sentAt: number) => void,
): Promise<WebSocket> {
  const { sign } = await ask<{ sign: string }>(site, `im/join-group?groupId=${groupId}`, cookie)
  return listen(site, groupId, sign, onText)
}

/** What a page asks until its learner sits in the class: one call, and the connection that its key lets in. */
async function comeIn(
  site: BuiltSite,
  hall: Hall,
  cookie: string,
  onText: (sentAt: number) => void,
): Promise<WebSocket> {
  const entry = await ask<Entry>(site, `live/room-entry?${hall.lesson}`, cookie)
  const { checkCode, playUrl, chat: key, messages, failed } = entry
  if (checkCode !== 100 || playUrl === null || !key || !messages || failed.length > 0) {
    throw new Error(
      `A learner was let in with ${checkCode}, without ${[playUrl ?? 'picture', key ? '' : 'chat', ...failed].join(' ')}.`,
    )
  }
  return listen(site, hall.groupId, key.sign, onText)
}

/** The page itself, as the server makes it for this learner. */
async function readDocument({ base }: BuiltSite, { lesson }: Hall, cookie: string): Promise<void> {
  const { periodId, ...query } = Object.fromEntries(new URLSearchParams(lesson))
  const answer = await fetch(`${base}/course/live/play/${periodId}?${new URLSearchParams(query)}`, {
    headers: { cookie },
  })
  const html = await answer.text()
  if (answer.status !== 200 || !html.includes('大课')) throw new Error(`The page of a class answered ${answer.status}.`)
}

/** Lets everybody in, many at once; answers how long that took. */
async function fill<T>(
  { cookies }: Hall,
  comesIn: (cookie: string) => Promise<T>,
): Promise<[seconds: number, made: T[]]> {
  const began = performance.now()
  const sockets: T[] = []
  const waiting = [...cookies]
  await Promise.all(
    Array.from({ length: joinedAtOnce }, async () => {
      for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop()) sockets.push(await comesIn(cookie))
    }),
  )
  return [(performance.now() - began) / 1000, sockets]
}

/** One listener: a bare WebSocket that speaks just enough, so that what is measured isn't the bench itself. */
function listen(
  { base }: BuiltSite,
  groupId: string,
  sign: string,
  onText: (sentAt: number) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}${imSocketPath}?EIO=4&transport=websocket`, {
    headers: { origin: base },
  })
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('A listener was sent away.')))
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const text = String(data)
      if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ groupId, sign })}`)
      else if (text.startsWith('42["ready"')) resolve(socket)
      else if (text.startsWith('42["message"')) onText(Number(/"text":"t(\d+)"/.exec(text)?.[1]))
    })
  })
}

function residentKiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Thousands in one room through the front door: how long joining takes, how long a message travels, what a socket costs. */
export async function imBench(): Promise<BenchLine[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  const hall = await fillHall(dataDir)
  const site = await startBuiltSite(
    { SITE_ENV: 'test', MAX_CONNECTIONS_PER_ADDRESS: '0', MAX_CONNECTIONS: '10000' },
    dataDir,
  )
  try {
    const travelled: number[] = []
    const onText = (sentAt: number): void =>
      void travelled.push(performance.timeOrigin + performance.now() - sentAt / 1000)
    const before = { web: residentKiB(site.webPid), backend: residentKiB(site.backendPid) }
    const [chatSeconds, first] = await fill(hall, (cookie) => chat(site, hall, cookie, onText))
    for (const socket of first) socket.close()
    await pause(3000)
    const [documentSeconds] = await fill(hall, (cookie) => readDocument(site, hall, cookie))
    const [joinSeconds, sockets] = await fill(hall, (cookie) => comeIn(site, hall, cookie, onText))
    await pause(3000)
    const after = { web: residentKiB(site.webPid), backend: residentKiB(site.backendPid) }
    for (let count = 0; count < perSecond * seconds; count += 1) {
      const text = `t${Math.round((performance.timeOrigin + performance.now()) * 1000)}`
      sockets[count % sockets.length]?.send(
        `42${count}${JSON.stringify(['send', { clientMsgId: `bench-message-${count}`, text }])}`,
      )
      await pause(1000 / perSecond)
    }
    const wanted = perSecond * seconds * people
    for (const until = performance.now() + 15_000; travelled.length < wanted && performance.now() < until; )
      await pause(50)
    for (const socket of sockets) socket.close()
    travelled.sort((a, b) => a - b)
    const p99 = travelled[Math.floor(travelled.length * 0.99)] ?? Number.POSITIVE_INFINITY
    const each = (name: 'web' | 'backend'): string => `${((after[name] - before[name]) / people).toFixed(0)} KB`
    const isWhole = travelled.length === wanted
    return [
      { name: `${people} people join a chat`, value: `${chatSeconds.toFixed(1)} s`, goal: 'printed', ok: true },
      {
        name: `${people} documents of the class's page`,
        value: `${documentSeconds.toFixed(1)} s`,
        goal: 'printed',
        ok: true,
      },
      {
        name: `${people} people come into a class as pages do, one call and one socket each`,
        value: `${joinSeconds.toFixed(1)} s (load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)`,
        goal: `≤ ${mostJoinSeconds} s`,
        ok: joinSeconds <= mostJoinSeconds,
      },
      {
        name: `a message to ${people}, ${perSecond} a second: p99`,
        value: `${p99.toFixed(0)} ms (p50 ${median(travelled).toFixed(0)} ms; ${travelled.length} of ${wanted} arrived)`,
        goal: `≤ ${mostDeliveryMs} ms, all`,
        ok: p99 <= mostDeliveryMs && isWhole,
      },
      {
        name: 'memory of a socket',
        value: `web ${each('web')}, backend ${each('backend')} (in all ${Math.round(after.web / 1024)} and ${Math.round(after.backend / 1024)} MB)`,
        goal: 'printed',
        ok: true,
      },
    ]
  } finally {
    await site.stop()
  }
}
