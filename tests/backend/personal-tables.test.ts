import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasers } from '#server/backend/account/closing/erasers-store.ts'
import { exportParts } from '#server/backend/account/closing/export-parts.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildPaidOrder } from '../support/order-factories.ts'

const backend = backendOfFile()

const nobody = 'names an account of which nothing is left but its key'
const money = 'what was bought and paid must be kept'
const staff = 'names staff, who have no learner’s account to end'
const short = 'lives for minutes'
const seeded = 'written by the school until learners write there'

/** Tables with a person in them of which nothing is taken away when the account ends, and why. */
const kept: Readonly<Record<string, string>> = {
  activity_draws: nobody,
  content_drafts: staff,
  conversation_messages: 'goes with its conversation',
  conversation_rounds: 'goes with its conversation',
  conversation_turns: staff,
  coupon_invites: nobody,
  coupons: staff,
  deposits: money,
  enrolments: money,
  entrance_calls: staff,
  entrances: money,
  exam_answers: 'goes with its attempt',
  exam_papers: staff,
  forum_bans: nobody,
  forum_cases: nobody,
  forum_comment_notices: nobody,
  forum_comments: 'stays under no name',
  forum_posts: 'stays under no name',
  forum_reviews: staff,
  forum_words: staff,
  gift_records: nobody,
  homework_marks: 'goes with its homework',
  homework_rounds: 'goes with its homework',
  homework_tasks: staff,
  im_messages: 'stays under no name',
  im_mutes: nobody,
  live_pushes: staff,
  live_shares: nobody,
  money_alerts: staff,
  notify_messages: 'goes with the messages to them alone',
  order_logs: money,
  payment_reviews: staff,
  play_leases: 'goes with its player',
  room_members: nobody,
  room_password_tries: nobody,
  staff_audits: staff,
  student_works: 'goes with its homework',
  teachers: staff,
  user_coupons: money,
  user_roles: staff,
}

/** Tables with a person in them that aren't in what a learner takes along, and why. */
const untold: Readonly<Record<string, string>> = {
  activity_draws: 'what was won is told as a coupon',
  content_drafts: staff,
  conversation_turns: staff,
  coupon_invites: 'a code',
  data_exports: 'the archive itself',
  deposits: 'told as orders',
  deregistrations: 'told by the security page until it is done',
  entrance_calls: staff,
  entrances: 'told as orders',
  exam_papers: staff,
  flow_tickets: short,
  forum_comment_notices: 'told as comments of others',
  forum_mentions: 'told as comments of others',
  forum_visits: 'whose page was looked at last',
  forum_cases: 'told as decisions',
  forum_plate_moderators: staff,
  forum_reviews: seeded,
  forum_words: staff,
  gift_records: 'a picture in a class, that costs nothing',
  homework_tasks: staff,
  im_mutes: staff,
  known_browsers: 'told as sessions',
  link_tokens: short,
  live_pushes: staff,
  live_shares: 'that a class was shown to somebody, no more',
  money_alerts: staff,
  oauth_states: short,
  order_logs: 'what the order’s own state says',
  payment_reviews: staff,
  platform_notice_logs: 'which notices were closed',
  play_leases: short,
  play_watches: 'told as lessons and days',
  room_members: 'told as lessons',
  room_password_tries: short,
  schedule_staff: staff,
  search_logs: 'what mends the search, cut from the account when that ends',
  sms_codes: short,
  staff_audits: staff,
  student_works: 'told as homework',
  support_agents: staff,
  teachers: staff,
  ticket_hidden: staff,
  user_roles: staff,
}

/** Tables with a column that names a user. */
async function listPersonalTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(backend.db)
  return rows.map(({ name }) => name)
}

/** What `work` asks of the database, as text. */
async function textOf(work: (recorder: KyselyPlugin) => Promise<void>): Promise<string> {
  const texts: string[] = []
  await work({
    transformQuery({ node }) {
      texts.push(JSON.stringify(node, (_key, value) => (typeof value === 'bigint' ? String(value) : value)))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return texts.join('\n')
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

function missingIn(text: string, tables: readonly string[], excused: Readonly<Record<string, string>>): string[] {
  return tables.filter(
    (name) => !new RegExp(`\\b(${name}|${camel(name)})\\b`).test(text) && !Object.hasOwn(excused, name),
  )
}

async function eraseText({ userId, phone }: Learner): Promise<string> {
  return textOf((recorder) =>
    backend.context.tx(async (trx) => {
      const account = { userId, nationCode: 86, phone, now: new Date(backend.clock.now()) }
      for (const erase of erasers) await erase(trx.withPlugin(recorder), account, backend.context.hash)
    }),
  )
}

async function exportText({ userId }: Learner): Promise<string> {
  return textOf(async (recorder) => {
    for (const part of exportParts) {
      const pieces = part.write(backend.db.withPlugin(recorder), userId)[Symbol.asyncIterator]()
      while (!(await pieces.next()).done);
    }
  })
}

test('an ended account leaves every table', async () => {
  const tables = await listPersonalTables()
  expect(tables.length).toBeGreaterThan(30)
  expect(missingIn(await eraseText(await registerLearner(backend)), tables, kept)).toEqual([])
})

test('what a learner takes along has something of every table', async () => {
  const tables = await listPersonalTables()
  const learner = await registerLearner(backend)
  await buildPaidOrder(backend, { userId: learner.userId, lines: [{ priceFen: 100 }] })
  expect(missingIn(await exportText(learner), tables, untold)).toEqual([])
})

test('every exception is a table that there is', async () => {
  const tables = new Set(await listPersonalTables())
  expect([...Object.keys(kept), ...Object.keys(untold)].filter((name) => !tables.has(name))).toEqual([])
})
