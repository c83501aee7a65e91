import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { developerAccounts, developerPassword } from '../server/backend/developer/developer-accounts.ts'
import { startBuiltSite } from '../tests/bench/built-site.ts'
import { listPageKinds, missingPage } from '../tests/support/page-kinds.ts'

// `npm run html`: the HTML of every kind of page of the built site, for a visitor and for a learner, through the Nu HTML
// checker. It needs Java 17. `VNU_JAR` names the checker; else it is fetched once, by its exact version and checksum.
// It is no package of the project: its own installation would fetch Java wherever the site is started.
const checker = {
  version: '26.9.27',
  integrity: 'TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==',
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function findChecker(): string {
  if (process.env.VNU_JAR)
    return existsSync(process.env.VNU_JAR) ? process.env.VNU_JAR : fail(`There is no ${process.env.VNU_JAR}.`)
  const folder = '.cache'
  const jar = join(folder, `vnu-${checker.version}.jar`)
  if (existsSync(jar)) return jar
  mkdirSync(folder, { recursive: true })
  const packed = spawnSync('npm', ['pack', `vnu-jar@${checker.version}`, '--silent', '--pack-destination', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (packed.status !== 0) fail('The Nu HTML checker could not be fetched; name its vnu.jar by VNU_JAR.')
  const file = join(folder, `vnu-jar-${checker.version}.tgz`)
  if (createHash('sha512').update(readFileSync(file)).digest('base64') !== checker.integrity)
    fail('The Nu HTML checker that came is another one than expected.')
  writeFileSync(jar, execFileSync('tar', ['-xOf', file, 'package/build/dist/vnu.jar'], { maxBuffer: 2 ** 27 }))
  rmSync(file)
  return jar
}

/** The Cookie header of a seeded account's session. */
async function logIn(base: string, key: string): Promise<string> {
  const phoneNum = developerAccounts.find((account) => account.key === key)?.phone
  const answer = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', reqSource: 'pcSite', origin: base },
    body: JSON.stringify({ loginType: 'password', phoneNum, password: developerPassword }),
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`The ${key} account could not be logged in: ${await answer.text()}`)
  return cookies.join('; ')
}

/** One of a learner's own things: what an address names it by. */
interface Own {
  readonly id: number
  readonly no?: string
}

/** A learner's own things, which no list of pages tells: by what they are called here, their addresses. */
async function ownPaths(base: string, cookie: string): Promise<[name: string, path: string][]> {
  const list = async (path: string): Promise<Own[]> => {
    const answer = await fetch(base + path, { headers: { cookie, reqSource: 'pcSite' } })
    return ((await answer.json()) as { body: { records: Own[] } }).body.records
  }
  const first = async (name: string, calls: string, pathOf: (own: Own) => string): Promise<[string, string][]> => {
    const [one] = await list(calls)
    return one ? [[name, pathOf(one)]] : []
  }
  return [
    ['timetable-rooms', '/user/timetable?type=live'],
    ['my-courses-ended', '/user/course?over=2'],
    ['my-courses-notes', '/user/course?tab=note'],
    ['messages-study', '/user/message?topic=study'],
    ['homework-corrected', '/user/homework?state=3'],
    ['homework-waiting', '/user/homework?state=2'],
    ...['reply', 'collection', 'news', 'draft'].map((tab): [string, string] => [
      `forum-own-${tab}`,
      `/bbs/user?tab=${tab}`,
    ]),
    ['tickets-closed', '/user/feedback?state=closed'],
    ['exam-list-over', '/user/testPaper?tab=over'],
    ['exam-list-mistakes', '/user/testPaper?tab=mistakes'],
    ['exam-list-today', '/user/testPaper?tab=today'],
    ...(await first('messages-open', '/api/notify-message/get-message', ({ id }) => `/user/message?id=${id}`)),
    ...(await first('homework-corrected-one', '/api/user/homework/list?state=3', ({ id }) => `/homework/detail/${id}`)),
    ...(await first('exam-before', '/api/exam/list-exam?over=1', ({ id }) => `/exam/${id}`)),
    ...(await first('ticket', '/api/user/ticket/list', ({ no }) => `/user/feedback/${no}`)),
    ...(await first('exam-result', '/api/exam/list-exam?over=2', ({ id }) => `/exam/${id}?view=result`)),
  ]
}

/** Answers how many pages were written; a page that sends its visitor elsewhere isn't one. */
async function writePages(base: string, folder: string): Promise<number> {
  const read = async (path: string): Promise<string> => (await fetch(base + path)).text()
  const kinds = await listPageKinds(read)
  const visitors = {
    visitor: '',
    learner: await logIn(base, 'learner'),
    'learner-without-phone': await logIn(base, 'virtual'),
  }
  let count = 0
  for (const [who, cookie] of Object.entries(visitors)) {
    const own = who === 'learner' ? await ownPaths(base, cookie) : []
    for (const { name, path } of [
      ...kinds,
      ...own.map(([name, path]) => ({ name, path })),
      { name: 'missing', path: missingPage },
      { name: 'accounts', path: '/dev/accounts' },
    ]) {
      const answer = await fetch(base + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
      const text = await answer.text()
      if (answer.status >= 300 && answer.status < 400) continue
      writeFileSync(join(folder, `${who}-${name.replaceAll(' ', '-')}.html`), text)
      count += 1
    }
  }
  return count
}

interface Message {
  readonly type: 'error' | 'info' | 'non-document-error'
  readonly subType?: string
  readonly url?: string
  readonly message: string
  readonly extract?: string
}

/** React ends empty elements with a slash; quotes are always there. */
const ways = 'Trailing slash on void elements.*'
const jar = findChecker()
const folder = mkdtempSync(join(tmpdir(), 'xueyuan-html-'))
const site = await startBuiltSite({ SITE_ENV: 'test' })
let count = 0
try {
  count = await writePages(site.base, folder)
} finally {
  await site.stop()
}
const checked = spawnSync(
  'java',
  [
    // one process reads page after page: more memory makes it no faster, and the machine may be small
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-jar',
    jar,
    '--format',
    'json',
    '--stdout',
    '--exit-zero-always',
    '--skip-non-html',
    '--filterpattern',
    ways,
    folder,
  ],
  { encoding: 'utf8', maxBuffer: 2 ** 27 },
)
if (checked.status !== 0) fail(`The Nu HTML checker did not run; it needs Java 17. ${checked.stderr ?? ''}`)
const messages = (JSON.parse(checked.stdout) as { messages: Message[] }).messages
const here = pathToFileURL(folder).href.replace('file:///', 'file:/')
for (const { type, subType, url = '', message, extract = '' } of messages) {
  const page = url.replace('file:///', 'file:/').replace(`${here}/`, '')
  console.log(`${subType ?? type}: ${page}: ${message} ${extract.replaceAll(/\s+/g, ' ')}`)
}
rmSync(folder, { recursive: true })
const errors = messages.filter(({ type }) => type !== 'info').length
console.log(`${count} pages: ${errors} errors, ${messages.length - errors} warnings.`)
process.exitCode = errors > 0 || count === 0 ? 1 : 0
