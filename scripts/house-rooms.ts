import { clientRooms } from './client-rooms.ts'

/** One room of the house: a folder or a file, what belongs there, and what its files may import beside their own room. */
export interface Room {
  /** From the project's root. `*` stands for one folder's name: each such folder is a room of its own. With a `/` at its end: the files that stand there themselves. */
  readonly path: string
  readonly what: string
  /** Paths of other rooms, or of single files in them. Types count. */
  readonly may: readonly string[]
  /** Packages that it never imports; `node:` stands for all that is built into Node. */
  readonly never?: readonly string[]
}

const contract = 'shared/contract'
const rules = 'shared/rules'
const words = 'shared/own-value.ts'
const shared = [contract, rules, words] as const
const base = 'server/backend/base'
const db = 'server/backend/db'
const ports = 'server/backend/ports'
const context = 'server/backend/context'
const audit = 'server/backend/audit'
const calls = 'server/backend/http'
const hours = 'server/backend/support/hours'
/** What every noun of the backend stands on. */
const ground = [base, db, context, audit, calls, ports, hours, ...shared, 'server/config', 'server/http'] as const
const nounNever = ['react', 'express'] as const

/** Every room, the lower ones first. A file belongs to the longest path that it is under; what isn't said here is refused. */
export const rooms: readonly Room[] = [
  // shared
  { path: words, what: 'the one place where words are looked up', may: [], never: ['node:'] },
  {
    path: contract,
    what: 'endpoints, schemas, codes: one file a noun',
    may: [words],
    never: ['node:', 'react', 'react-dom', 'react-router-dom', 'express', 'zod'],
  },
  {
    path: rules,
    what: 'pure decisions that both sides share',
    may: [contract, words],
    never: ['node:', 'react', 'react-dom', 'react-router-dom', 'express', 'zod'],
  },
  // client
  ...clientRooms,
  // server
  {
    path: 'server/config',
    what: 'settings from the environment',
    may: [...shared],
    never: ['react', 'express', 'kysely'],
  },
  {
    path: 'server/process',
    what: 'what the processes of a site say to each other',
    may: ['server/config', words],
    never: ['react', 'express', 'kysely'],
  },
  {
    path: 'server/http',
    what: 'parts of an HTTP server that know no word of the school',
    may: ['server/config', 'server/process', 'shared/contract/codes.ts', words],
    never: ['react', 'kysely'],
  },
  {
    path: 'server/edge',
    what: 'the page cache; no word of the school',
    may: ['server/http', 'server/process', rules, words],
    never: ['react', 'express', 'kysely'],
  },
  {
    path: 'server/render',
    what: 'React to bytes',
    may: [
      'client/app/app.tsx',
      'client/app/static-parts.tsx',
      'client/browser/late-queries.ts',
      'client/features/common',
      'client/pages',
      'server/http',
      ...shared,
    ],
    never: ['express', 'kysely'],
  },
  {
    path: 'server/proxy',
    what: 'addresses and headers of /api; no bodies',
    may: ['server/config', 'server/http', 'server/process', ...shared],
    never: ['react', 'kysely'],
  },
  {
    path: 'server/cards',
    what: 'pictures for links that are shared',
    may: ['server/config', 'server/http', ...shared],
    never: ['react', 'express', 'kysely'],
  },
  {
    path: 'server/media',
    what: 'films: grants, playlists, the gate',
    may: ['server/config', 'server/http', ...shared],
    never: ['react', 'kysely'],
  },
  {
    path: 'server/ingest',
    what: 'streams of teachers',
    may: ['server/config', 'server/http', 'server/media', 'server/process', ...shared],
    never: ['react', 'kysely'],
  },
  {
    path: 'server/avif',
    what: 'smaller pictures, in the background',
    may: ['server/config', 'server/http', 'server/process', ...shared],
    never: ['react', 'kysely'],
  },
  {
    path: 'server/dev-providers/*',
    what: 'services of others, for one machine',
    may: ['server/config', 'server/http', 'server/process', ...shared],
    never: ['react', 'kysely'],
  },
  // the backend, lower floors first
  { path: base, what: 'clock, log, secrets, days', may: ['server/config', ...shared], never: nounNever },
  {
    path: db,
    what: 'database, tables, migrations',
    may: [base, 'server/config', 'server/process', 'server/http', ...shared],
    never: nounNever,
  },
  {
    path: ports,
    what: 'services outside: one type, an embedded and a real one each',
    may: [base, db, 'server/config', 'server/http', 'server/process', 'server/dev-providers/*', ...shared],
    never: nounNever,
  },
  {
    path: context,
    what: 'the long-lived things that every call is given',
    may: [base, db, ports, 'server/config', 'server/http/client-network.ts', ...shared],
    never: nounNever,
  },
  {
    path: 'server/backend/jobs',
    what: 'the engine of background jobs',
    may: [base, db, context, ...shared],
    never: nounNever,
  },
  {
    path: audit,
    what: 'what staff did, and may',
    may: [base, db, context, 'server/config', ...shared],
    never: nounNever,
  },
  {
    path: calls,
    what: 'parts of answering a call',
    may: [base, db, ports, context, audit, 'server/config', 'server/http', ...shared],
    never: ['react'],
  },
  { path: hours, what: 'when the school answers', may: ground, never: nounNever },
  { path: 'server/backend/essentials', what: 'what an empty school needs', may: ground, never: nounNever },
  { path: 'server/backend/upload', what: 'files of users', may: ground, never: ['react'] },
  { path: 'server/backend/tracking', what: 'what browsers report', may: ground, never: nounNever },
  { path: 'server/backend/developer', what: 'accounts of the demo', may: ground, never: ['react'] },
  {
    path: 'server/backend/catalogue',
    what: 'colleges, programmes, courses, home, search',
    may: ground,
    never: nounNever,
  },
  {
    path: 'server/backend/common',
    what: 'data of every page',
    may: ['server/backend/catalogue', ...ground],
    never: nounNever,
  },
  {
    path: 'server/backend/content',
    what: 'articles, works, notices',
    may: ['server/backend/catalogue', 'server/backend/upload', ...ground],
    never: nounNever,
  },
  {
    path: 'server/backend/message',
    what: 'messages to learners: their one writer, their readers',
    may: ['server/backend/content/html/sanitise.ts', ...ground],
    never: nounNever,
  },
  {
    path: 'server/backend/account',
    what: 'people: sign-in, codes, captcha, profile, closing',
    may: [
      'server/backend/common',
      'server/backend/content/work/take-down.ts',
      'server/backend/message',
      'server/backend/upload',
      'server/cards/card-font.ts',
      ...ground,
    ],
    never: nounNever,
  },
  {
    path: 'server/backend/support',
    what: 'what people tell the school and it answers: feedback, complaints, conversations',
    may: [
      'server/backend/account',
      'server/backend/catalogue',
      'server/backend/common',
      'server/backend/message',
      'server/backend/upload',
      ...ground,
    ],
    never: ['react'],
  },
  {
    path: 'server/backend/community',
    what: 'the forum',
    may: [
      'server/backend/account',
      'server/backend/catalogue',
      'server/backend/content',
      'server/backend/message',
      'server/backend/support',
      'server/backend/upload',
      ...ground,
    ],
    never: nounNever,
  },
  {
    path: 'server/backend/classroom',
    what: 'rooms, lessons, chat, films, recordings, tools of a class',
    may: ['server/backend/account', 'server/backend/catalogue', 'server/backend/message', 'server/media', ...ground],
    never: ['react'],
  },
  {
    path: 'server/backend/order',
    what: 'buying: checkout, payment, refund, ledger',
    may: [
      'server/backend/account',
      'server/backend/catalogue',
      'server/backend/classroom',
      'server/backend/message',
      'server/backend/support',
      ...ground,
    ],
    never: ['react'],
  },
  {
    path: 'server/backend/study',
    what: 'what a learner studies and when: timetable, courses, calendar, notes',
    may: [
      'server/backend/account',
      'server/backend/catalogue',
      'server/backend/classroom',
      'server/backend/exam',
      'server/backend/homework',
      'server/backend/message',
      'server/backend/order',
      ...ground,
    ],
    never: nounNever,
  },
  {
    path: 'server/backend/homework',
    what: 'homework: tasks, what was handed in, what came back',
    may: [
      'server/backend/account',
      'server/backend/catalogue',
      'server/backend/classroom',
      'server/backend/content/work/take-down.ts',
      'server/backend/message',
      'server/backend/upload',
      ...ground,
    ],
    never: ['react'],
  },
  { path: 'server/backend/mistake', what: 'questions to be asked again', may: ground, never: nounNever },
  {
    path: 'server/backend/exam',
    what: 'exams: papers, attempts by the clock, answers, marks',
    may: [
      'server/backend/classroom',
      'server/backend/homework/corrector.ts',
      'server/backend/message',
      'server/backend/mistake',
      'server/backend/upload',
      ...ground,
    ],
    never: nounNever,
  },
  {
    path: 'server/seed',
    what: 'the demo: texts, pictures, plans; not in production',
    may: ['server/backend/*', 'server/cards', 'server/config', 'server/media', ...shared],
    never: ['react', 'express'],
  },
  {
    path: 'server/backend/',
    what: 'puts the rooms together: bindings, jobs, context',
    may: ['server/backend/*', 'server/seed', 'server/config', 'server/http', 'server/process', ...shared],
    never: ['react'],
  },
  {
    path: 'server/site',
    what: 'pages: session, guards, data, answer; sitemap and feeds',
    may: [
      'client/features/common',
      'client/pages',
      'client/pages/json-ld',
      'server/cards',
      'server/config',
      'server/dev-providers/payment/keys.ts',
      'server/edge',
      'server/http',
      'server/process',
      'server/proxy',
      'server/render',
      ...shared,
    ],
    never: ['kysely', 'pg'],
  },
  {
    path: 'server/supervisor',
    what: 'starts, watches and replaces the processes',
    may: ['server/config', 'server/edge', 'server/http', 'server/process', 'server/site/developer-page.ts', ...shared],
    never: ['react', 'kysely'],
  },
  {
    path: 'server/',
    what: 'index, front, app, context: puts the site together',
    may: [
      'client/pages',
      'server/cards',
      'server/config',
      'server/edge',
      'server/http',
      'server/media',
      'server/process',
      'server/proxy',
      'server/render',
      'server/site',
      'server/supervisor',
      ...shared,
    ],
    never: ['kysely', 'pg'],
  },
]

/** Folders whose files may import everything, and which nothing of the house imports. */
export const outside: readonly string[] = ['scripts', 'tests']
