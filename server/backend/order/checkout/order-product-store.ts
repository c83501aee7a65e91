import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type LectureType, ProductStatus, ScheduleStatus } from '#shared/contract/enums.ts'
import type { ScheduleSeats } from '#shared/contract/order.ts'

/** A product as far as buying it goes. */
export interface OrderProduct {
  id: number
  lectureType: LectureType
  name: string
  coverImg: string | null
  isCharge: boolean
  priceFen: number
  originPriceFen: number | null
  serviceDays: number | null
  agreementType: string | null
  sendsMaterials: boolean
  /** 0 draft, 1 on sale, 2 off. */
  status: number
}

/** Throws code 404 for a product that is unknown, deleted or was never on sale. */
export async function getOrderProduct(db: Database, id: number): Promise<OrderProduct> {
  const row = await db
    .selectFrom('products')
    .select([
      'products.id',
      'products.lectureType',
      'products.name',
      'products.coverImg',
      'products.isCharge',
      'products.priceFen',
      'products.originPriceFen',
      'products.serviceDays',
      'products.agreementType',
      'products.sendsMaterials',
      'products.status',
    ])
    .where('products.id', '=', id)
    .where('products.deletedAt', 'is', null)
    .where('products.status', '<>', ProductStatus.draft)
    .executeTakeFirst()
  if (!row) throw new ApiError(Code.NotFound)
  return row as OrderProduct
}

/** The courses of a class system that are on sale, each once, in the order in which it shows them. */
export async function listBundledCourses(db: Database, classSystemId: number): Promise<OrderProduct[]> {
  const { rows } = await sql<OrderProduct>`
    select p.id, p.lecture_type, p.name, p.cover_img, p.is_charge, p.price_fen, p.origin_price_fen, p.service_days, p.agreement_type, p.sends_materials, p.status
    from (
      select b.course_id, min(row_number) as place
      from (
        select b.course_id, row_number() over (order by g.sort, g.id, b.sort, b.course_id)
        from class_system_stages g join class_system_courses b on b.stage_id = g.id where g.class_system_id = ${classSystemId}) b
      group by b.course_id) n
    join products p on p.id = n.course_id and ${onSale('p')}
    order by n.place`.execute(db)
  return rows
}

interface SeatsRow {
  id: number
  name: string
  beginDate: string
  endDate: string
  timeText: string
  status: number
  capacity: number | null
  enrolled: number
}

/** Open classes of a product that aren't over, the soonest first, with the seats that are left. */
export async function listSeats(db: Database, productId: number, now: number): Promise<ScheduleSeats[]> {
  const rows: SeatsRow[] = await openSchedules(db, productId, now)
    .orderBy('classSchedules.beginDate')
    .orderBy('classSchedules.id')
    .limit(20)
    .execute()
  return rows.map(({ enrolled, ...row }) => ({
    ...row,
    left: row.capacity === null ? null : Math.max(0, row.capacity - enrolled),
  }))
}

/** Classes of a product that can be joined. */
export function openSchedules(db: Database, productId: number, now: number) {
  return db
    .selectFrom('classSchedules')
    .select([
      'classSchedules.id',
      'classSchedules.name',
      'classSchedules.beginDate',
      'classSchedules.endDate',
      'classSchedules.timeText',
      'classSchedules.status',
      'classSchedules.capacity',
      'classSchedules.enrolled',
    ])
    .where('classSchedules.productId', '=', productId)
    .where('classSchedules.status', '=', ScheduleStatus.open)
    .where('classSchedules.endDate', '>=', shanghaiDay(now))
}

/**
 * Takes a seat of a class by one guarded update, which also waits for everybody who takes or gives back one there: it comes
 * before every other lock. False when there is none, or when the class was closed or ended meanwhile.
 */
export async function takeSeat(trx: Database, scheduleId: number, now: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update class_schedules set enrolled = enrolled + 1
    where id = ${scheduleId} and status = ${sql.lit(ScheduleStatus.open)} and end_date >= ${shanghaiDay(now)}::date and (capacity is null or enrolled < capacity) returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** Gives a seat back. */
export async function freeSeat(trx: Database, scheduleId: number): Promise<void> {
  await sql`update class_schedules set enrolled = greatest(enrolled - 1, 0) where id = ${scheduleId}`.execute(trx)
}

/** A class of a product. */
export function findSchedule(
  db: Database,
  asked: number,
  productId: number,
): Promise<{ id: number; status: number; endDate: string } | undefined> {
  return db
    .selectFrom('classSchedules')
    .select(['classSchedules.id', 'classSchedules.status', 'classSchedules.endDate'])
    .where('classSchedules.id', '=', asked)
    .where('classSchedules.productId', '=', productId)
    .executeTakeFirst()
}

/** The product has classes at all. */
export async function hasSchedule(db: Database, productId: number): Promise<boolean> {
  const row = await db
    .selectFrom('classSchedules')
    .select('classSchedules.id')
    .where('classSchedules.productId', '=', productId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
