import { type CallKind, callTimes } from '#shared/rules/call-times.ts'
import { noteLength, notesOfLearner, notesOfLesson } from '#shared/rules/note-rules.ts'
import { opsGuesses } from '#shared/rules/ops-limit.ts'
import { avatarLimit, uploadLimits } from '#shared/rules/upload-rules.ts'
import { captchaLifeMs } from './account/captcha/captcha-handlers.ts'
import { codeLifeMs, mostCodeTries } from './account/codes/code-service.ts'
import { type SendWindow, sendWindows } from './account/codes/sms-wait.ts'
import { jsonLimit } from './bind-contract.ts'
import { mostRoomPasswordTries, roomPasswordLockMs } from './classroom/room/password-store.ts'
import { limitPolicies, type Policy, uploadBytes } from './context/limit-policies.ts'
import { messageBurst, messageMs } from './context/message-rate.ts'
import { mostPending } from './upload/upload-handlers.ts'
import { mostHashesAtOnce, mostHashesWaiting } from './context/password-hash.ts'
import { mostAsked } from './order/refund/refund-request-store.ts'
import { mostUploadsAtOnce } from './upload/upload-turns.ts'

/** A row of the table: name, what is counted, by what, how many, beyond it, when the counter can't be asked, why. */
type Row = readonly [
  name: string,
  counts: string,
  by: string,
  most: string,
  beyond: string,
  failing: string,
  why: string,
]

const head: Row = ['name', 'what is counted', 'by', 'at most', 'beyond it', 'no counter', 'why']
/** Not a counter of Redis: nothing to ask. */
const none = '–'

const units: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
]

/** 'minute', '15 minutes': the largest unit that fits. */
function span(seconds: number): string {
  const [unit, one, many] = units.find(([size]) => seconds % size === 0) ?? [1, 'second', 'seconds']
  return seconds === unit ? one : `${seconds / unit} ${many}`
}

function rowOf([name, policy]: [string, Policy]): Row {
  const { points, seconds, failClosed, counts, by, beyond, why } = policy
  return [
    `\`${name}\``,
    counts,
    by,
    `${points} in a ${span(seconds)}`.replace(/in a (\d)/, 'in $1').replace('in a hour', 'in an hour'),
    beyond,
    failClosed ? 'refused' : 'each process counts',
    why,
  ]
}

function windowRow({ ms, most, channel }: SendWindow): Row {
  const what = channel === undefined ? 'messages and calls together' : channel === 'SMS' ? 'messages' : 'calls'
  return [
    'codes sent',
    what,
    'number, in the database',
    `${most} in any ${span(ms / 1000)}`,
    'a wait',
    none,
    'The clouds’ own bounds; windows roll, over all processes.',
  ]
}

function inDatabase(): Row[] {
  return [
    ...sendWindows.map(windowRow),
    [
      'tries of a code',
      'codes typed, in the browser that asked for it',
      'code',
      `${mostCodeTries}, in ${span(codeLifeMs / 1000)}`,
      'another code',
      none,
      'Six digits can’t be guessed; nobody else can use the tries up.',
    ],
    [
      'captcha',
      'checks of one challenge',
      'challenge',
      `1, in ${span(captchaLifeMs / 1000)}`,
      'another challenge',
      none,
      'Nothing is replayed.',
    ],
    [
      'refunds asked for',
      'requests of a learner, taken back or not',
      'order',
      `${mostAsked}`,
      'a sentence: the school’s staff still can',
      none,
      'Each stands for good, and somebody looks at it.',
    ],
    [
      'room password',
      'wrong passwords at a room',
      'account and room',
      `${mostRoomPasswordTries}`,
      `${span(roomPasswordLockMs / 1000)} of waiting`,
      none,
      'A room’s password is short.',
    ],
    [
      'notes',
      'notes of a lesson, and in all',
      'account, in the database',
      `${notesOfLesson} and ${notesOfLearner}, of ${noteLength} characters each`,
      'refused with a sentence; the text stays in the browser',
      none,
      'A lesson’s notes are one answer, and all of them are taken along as one file.',
    ],
  ]
}

function elsewhere(): Row[] {
  const sizes = Object.entries(uploadLimits).map(([kind, megabytes]) => `${kind} ${megabytes} MB`)
  return [
    [
      'speaking in rooms',
      'messages',
      'account',
      `${messageBurst} at once, then one in ${messageMs} ms`,
      'told to slow down',
      'each process counts',
      'A room stays readable.',
    ],
    [
      'password hashes',
      'hashes under way',
      'process',
      `${mostHashesAtOnce}, and ${mostHashesWaiting} that wait, networks taking turns`,
      '503, come again; it is no try',
      none,
      'Each takes 19 MiB and a core. Whoever asks for many waits behind their own and keeps nobody out.',
    ],
    [
      'uploads',
      'bytes of a file',
      'file',
      [...sizes, `avatar ${avatarLimit} MB`].join(', '),
      'refused with a sentence',
      none,
      'What a form promises.',
    ],
    [
      'uploads',
      'bytes of all files',
      'account, in the database',
      `${uploadBytes.day / 1024 ** 2} MB in any day, ${uploadBytes.total / 1024 ** 2} MB in all`,
      'a wait; with all of it, a sentence',
      none,
      'One account can’t fill the disk.',
    ],
    [
      'operators’ token',
      'wrong tokens at `/ops` and `/metrics` together',
      'address and web process',
      `${opsGuesses.points} in ${span(opsGuesses.seconds)}`,
      '429, for the right one too',
      none,
      'It can’t be guessed; this bounds the lines in the log and the work of trying.',
    ],
    [
      'uploads',
      'files that were announced and have not come',
      'account, in the database',
      `${mostPending}`,
      'a sentence; a day later they are forgotten',
      none,
      'Each is a row that stays.',
    ],
    [
      'uploads',
      'files that are coming in',
      'account',
      `${mostUploadsAtOnce} at once`,
      'asked to wait for the others',
      'each process counts',
      'Who sends many files slowly keeps nobody else from sending.',
    ],
    ['body of a call', 'bytes', 'call', jsonLimit, '413', none, 'No call needs more.'],
    [
      'connections',
      'open connections',
      'address',
      '`MAX_CONNECTIONS_PER_ADDRESS`',
      'the one that waited longest makes room',
      none,
      'Slow clients hold nothing up; see configuration.md.',
    ],
    ['connections', 'open connections', 'web process', '`MAX_CONNECTIONS`', 'the same', none, 'The same.'],
  ]
}

const kinds: readonly (readonly [kind: CallKind, calls: string])[] = [
  ['read', 'reads'],
  ['one', 'writes in one transaction; a commit under way is waited for'],
  ['steps', 'writes in steps, which may ask providers; files'],
]

function timeRows(): string[][] {
  const seconds = (ms: number): string => `${ms / 1000} s`
  return kinds.map(([kind, calls]) => {
    const { backendMs, proxyMs, browserMs } = callTimes[kind]
    return [calls, seconds(backendMs), seconds(proxyMs), seconds(browserMs)]
  })
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The table of all limits as Markdown, with a line feed at its end: what stands in `docs/limits.md`. */
export function renderLimitsDocument(): string {
  const rows = [...Object.entries<Policy>(limitPolicies).map(rowOf), ...inDatabase(), ...elsewhere()]
  return `# Limits

How often something may be done, by whom, and what happens beyond it. Made from \`server/backend/context/limit-policies.ts\` and the
constants beside what they bound; not written by hand.

- An address is an IPv4 address or an IPv6 /64. A browser is a secret in a cookie that script can't read (\`browser\`); it carries
  no right, it only keeps one visitor's tries apart from another's.
- Counters live in Redis where \`REDIS_URL\` is set, else in each backend's memory. «no counter» says what happens while they can't be asked.
- «a captcha» means that the call answers 4002 and goes on with a solved one. «a wait» is code 4004 with HTTP 429 and
  \`Retry-After\`, in words that say how long.
- Figures of messages follow from \`SMS_HOURLY_CEILING\`; these are for its default.
- Signing up has no limit of its own: every account needs a code, and codes are bounded.

${table(head, rows)}

## How long a call may take

From \`shared/rules/call-times.ts\`. Who is farther from the work waits longer. When a write was sent and nothing came back, the
visitor is told that it may have gone through; tried again within five minutes with the same input it is done once: by the process
that has it under way or has done it, with \`REDIS_URL\` over all of them.

${table(['calls', 'the backend gives up', 'the site’s proxy says so', 'the browser does'], timeRows())}
`
}
