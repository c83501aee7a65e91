import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { insertRows } from '#server/backend/db/insert-rows.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { TicketSide, TicketState } from '#shared/contract/enums.ts'
import { cannedAnswers, type DemoTicket, demoTickets, type DemoWords } from './data/learner-tickets.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const promiseDays = 3
const sides = { learner: TicketSide.asker, office: TicketSide.staff, machine: TicketSide.machine } as const

interface TicketDesk {
  readonly userId: number
  readonly now: number
  readonly officeId: number | null
}

/** The course that the learner paid for last, if any. */
async function findPaidCourse(trx: DatabaseTransaction, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from enrolments n join products p on p.id = n.product_id
    where n.user_id = ${userId} and p.is_charge and p.deleted_at is null order by n.id desc limit 1`.execute(trx)
  return rows[0]?.id ?? null
}

async function findProblem(trx: DatabaseTransaction, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  const row = await trx
    .selectFrom('complaintProblems')
    .select('complaintProblems.id')
    .where('complaintProblems.name', '=', name)
    .executeTakeFirst()
  return row?.id ?? null
}

async function placeTicket(
  trx: DatabaseTransaction,
  { userId, now, officeId }: TicketDesk,
  { said, problem, isAboutCourse, rating, ratingWords, ...ticket }: DemoTicket,
): Promise<void> {
  const at = ({ hoursAgo }: DemoWords): Date => new Date(now - hoursAgo * hourMs)
  const [first, last] = [said[0], said.at(-1)]
  if (!first || !last) return
  const answers = said.filter(({ by }) => by === 'office')
  const [firstAnswer, lastAnswer] = [answers[0], answers.at(-1)]
  const createdAt = at(first)
  const isClosed = ticket.state === TicketState.closed
  const { id: ticketId } = await trx
    .insertInto('tickets')
    .values({
      no: shanghaiDay(createdAt.getTime()).slice(2).replaceAll('-', '') + ticket.tail,
      kind: ticket.kind,
      state: ticket.state,
      userId,
      contact: null,
      category: ticket.category ?? null,
      problemId: await findProblem(trx, problem),
      courseId: isAboutCourse ? await findPaidCourse(trx, userId) : null,
      periodId: null,
      refundRequestId: null,
      ownerId: ticket.state === TicketState.open ? null : officeId,
      dueAt: new Date((ticket.state === TicketState.taken ? at(last) : createdAt).getTime() + promiseDays * dayMs),
      firstDueAt: new Date(createdAt.getTime() + promiseDays * dayMs),
      firstAnsweredAt: firstAnswer ? at(firstAnswer) : null,
      answeredAt: lastAnswer ? at(lastAnswer) : null,
      escalatedAt: null,
      closedAt: isClosed ? at(last) : null,
      rating: rating ?? null,
      ratingWords: ratingWords ?? null,
      ratedAt: rating === undefined ? null : at(last),
      lastSeq: said.length,
      clientToken: null,
      createdAt,
      updatedAt: at(last),
    })
    .returning('tickets.id')
    .executeTakeFirstOrThrow()
  await insertRows(
    trx,
    'ticketMessages',
    said.map((words, index) => ({
      ticketId,
      seq: index + 1,
      side: sides[words.by],
      userId: words.by === 'learner' ? userId : words.by === 'office' ? officeId : null,
      content: words.text,
      clientToken: null,
      at: at(words),
    })),
  )
}

/** What the demo's learner told the school and what it answered, one of each state; without an office only what nobody has taken. */
export async function placeLearnerTickets(trx: DatabaseTransaction, desk: TicketDesk): Promise<void> {
  const placed = desk.officeId === null ? demoTickets.filter(({ state }) => state === TicketState.open) : demoTickets
  for (const ticket of placed) await placeTicket(trx, desk, ticket)
}

/** Answers that the staff have at hand. */
export async function seedCannedAnswers(trx: DatabaseTransaction, now: Date): Promise<void> {
  await insertRows(
    trx,
    'cannedAnswers',
    cannedAnswers.map(([title, content], sort) => ({ title, content, sort, updatedAt: now })),
  )
}
