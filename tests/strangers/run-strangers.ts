import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/process/free-port.ts'
import type { CallRoute } from '#shared/contract/calls.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { pages } from '#client/pages/index.ts'
import { developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { makeHeic } from '../support/heic-files.ts'
import { makeSamples } from '../support/upload-samples.ts'
import { type KnownValues, learnValues } from './known-values.ts'
import { askSite, everybody, type Sessions, signIn, type Who } from './people.ts'
import { fillStaff, phones } from './school-staff.ts'
import { sendStrangers } from './send-strangers.ts'
import { processesOf } from './site-processes.ts'

// `npm run proof strangers`: the built site with all its processes, and requests with odd words in every place. None of its
// processes may be started again, and nothing may be answered by 5xx.
// STRANGERS_COUNT (50,000), STRANGERS_SEED (another one each time) and STRANGERS_MINUTES (30) change it.
const count = Number(process.env.STRANGERS_COUNT ?? 50_000)
const seed = Number(process.env.STRANGERS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const minutes = Number(process.env.STRANGERS_MINUTES ?? 30)
const shownFailures = 60
/** A process that died is started again within so long. */
const restartMs = 6_000

const port = await findFreePort()
const host = `127.0.0.1:${port}`
const base = `http://${host}`
const site = { port, host }
const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-strangers-'))
const logFile = join(tmpdir(), `xueyuan-strangers-${port}.log`)
const log = createWriteStream(logFile)

await fillStaff(dataDir)
const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/index.js'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    ...process.env,
    NODE_ENV: 'production',
    SITE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    ACCESS_LOG: 'false',
    AVIF: 'true',
  },
})
child.stdout.pipe(log)
child.stderr.pipe(log)

async function ready(): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until && child.exitCode === null; ) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The built site gave no answer; "npm run build" makes it.')
}

let signIns = 0
let refusedSignIns = 0

/** Everybody anew, one account a role: a new sign-in ends the older one of the same account. */
async function signInAll(): Promise<Sessions> {
  const sessions = new Map<Who, string>()
  for (const who of everybody) {
    const address = `192.0.2.${++signIns % 250}`
    const { cookie, msg } = await signIn(site, { phone: phones[who], password: developerPassword, address })
    if (cookie !== undefined) sessions.set(who, cookie)
    else if (++refusedSignIns <= shownFailures) console.log(`${who} could not sign in: ${msg}`)
  }
  return sessions
}

/** A room whose chat each may join, of those that the site has told of. */
async function findRooms(sessions: Sessions, known: KnownValues): Promise<ReadonlyMap<Who, string>> {
  const rooms = new Map<Who, string>()
  const periods = known.of('/api/live/room-entry', 'periodId')
  for (const [who, cookie] of sessions)
    for (const periodId of periods) {
      const call = {
        method: 'GET',
        path: '/api/im/join-group',
        input: { periodId },
        headers: { Cookie: cookie },
      } as const
      const { id } = ((await askSite(site, call)).envelope?.body ?? {}) as { id?: string }
      if (id === undefined) continue
      rooms.set(who, id)
      known.note(call.path, { groupId: id })
      break
    }
  return rooms
}

let ok = false
try {
  await ready()
  // Those that are started when the site is ready are there a moment later.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const before = processesOf(child.pid ?? 0)
  console.log(
    `${count} requests, seed ${seed}, ${before.length} processes: ${before.map(({ pid, command }) => `${pid} ${command.split('/').at(-1)}`).join(', ')}`,
  )
  const first = await signInAll()
  const known = await learnValues(site, allEndpoints, { sessions: first, seed })
  const rooms = await findRooms(first, known)
  console.log(`signed in: ${[...first.keys()].join(', ')}; chats joined: ${[...rooms.keys()].join(', ')}`)
  const began = performance.now()
  const found = await sendStrangers({
    ...site,
    pages,
    endpoints: allEndpoints,
    known,
    files: { ...(await makeSamples()), heic: makeHeic() },
    count,
    seed,
    until: began + minutes * 60_000,
    sessions: signInAll,
    roomOf: (who) => rooms.get(who),
    onBatch: (sent) => {
      if (sent % 5_000 === 0) console.log(`${sent} sent`)
    },
  })
  const seconds = (performance.now() - began) / 1000
  await new Promise((resolve) => setTimeout(resolve, restartMs))
  const after = processesOf(child.pid ?? 0)
  const lost = before.filter((one) => !after.some(({ pid, began: at }) => pid === one.pid && at === one.began))
  for (const [name, { times, example }] of [...found.failures]
    .sort((a, b) => b[1].times - a[1].times)
    .slice(0, shownFailures))
    console.log(`${times} × ${name}\n    ${example}`)
  for (const { pid, command } of lost) console.log(`gone: ${pid} ${command}`)
  const classes = [...found.byClass]
    .sort((a, b) => a[0] - b[0])
    .map(([digit, times]) => `${digit === 0 ? 'closed' : `${digit}xx`} ${times}`)
  console.log(
    `${found.sent} requests in ${seconds.toFixed(0)} s (${classes.join(', ')}): ${found.failed} failures, ${lost.length} processes restarted; the log is ${logFile}`,
  )
  const senders = [...found.bySender].map(([who, times]) => `${who} ${times}`)
  console.log(`by ${senders.join(', ')}; ${signIns} sign-ins, ${refusedSignIns} refused`)
  const never = allEndpoints.filter(({ route }) => !found.done.has(route as CallRoute)).map(({ route }) => route)
  console.log(
    `${found.done.size} of ${allEndpoints.length} calls were done at least once, ${found.socketsIn} sockets let in, ${found.filesTaken} files taken`,
  )
  console.log(`never done: ${never.join(', ')}`)
  ok = found.failed === 0 && lost.length === 0 && found.sent >= count
} finally {
  const ended = child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : undefined
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = ok ? 0 : 1
