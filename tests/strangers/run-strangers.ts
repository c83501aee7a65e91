import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/process/free-port.ts'
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
const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-strangers-'))
const logFile = join(tmpdir(), `xueyuan-strangers-${port}.log`)
const log = createWriteStream(logFile)

const site = spawn(process.execPath, ['--enable-source-maps', 'dist/server/index.js'], {
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
site.stdout.pipe(log)
site.stderr.pipe(log)

async function ready(): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until && site.exitCode === null; ) {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The built site gave no answer; "npm run build" makes it.')
}

/** The seeded learner; a call of the strangers may have ended the session. */
async function signIn(number: number): Promise<string> {
  const headers = {
    'Content-Type': 'application/json',
    reqSource: 'pcSite',
    'Sec-Fetch-Site': 'same-origin',
    'X-Forwarded-For': `192.0.2.${number % 250}`,
  }
  const body = JSON.stringify({
    loginType: 'password',
    phoneNum: '13800000001',
    nationCode: '86',
    password: 'xueyuan1',
  })
  const answer = await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .find((pair) => pair?.includes('session='))
  if (cookie === undefined) console.log(`the learner could not sign in: ${(await answer.text()).slice(0, 200)}`)
  return cookie ?? 'session=none'
}

let ok = false
try {
  await ready()
  // Those that are started when the site is ready are there a moment later.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const before = processesOf(site.pid ?? 0)
  console.log(
    `${count} requests, seed ${seed}, ${before.length} processes: ${before.map(({ pid, command }) => `${pid} ${command.split('/').at(-1)}`).join(', ')}`,
  )
  const began = performance.now()
  let signIns = 0
  const found = await sendStrangers({
    port,
    host,
    count,
    seed,
    until: began + minutes * 60_000,
    cookie: () => signIn(++signIns),
    onBatch: (sent) => {
      if (sent % 5_000 === 0) console.log(`${sent} sent`)
    },
  })
  const seconds = (performance.now() - began) / 1000
  await new Promise((resolve) => setTimeout(resolve, restartMs))
  const after = processesOf(site.pid ?? 0)
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
  ok = found.failed === 0 && lost.length === 0 && found.sent >= count
} finally {
  const ended = site.exitCode === null ? new Promise((resolve) => site.once('exit', resolve)) : undefined
  site.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = ok ? 0 : 1
