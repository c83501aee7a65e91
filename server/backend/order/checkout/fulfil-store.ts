import type { Selectable, Updateable } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import type { OrderItemsTable } from '#server/backend/db/tables/order-tables.ts'
import { DepositState, EnrolmentStatus, UseState, UserCouponState } from '#shared/contract/enums.ts'

/** The lines of an order in their order. */
export async function findItems(db: Database, orderId: number): Promise<Selectable<OrderItemsTable>[]> {
  return db
    .selectFrom('orderItems')
    .selectAll('orderItems')
    .where('orderItems.orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .execute()
}

/** The deposit that an order is for, with its offer. */
export function findPaidDeposit(
  trx: DatabaseTransaction,
  orderId: number,
): Promise<{ balanceDays: number; id: number; amountFen: number; deductFen: number; name: string }> {
  return trx
    .selectFrom('deposits')
    .innerJoin('depositOffers', 'depositOffers.id', 'deposits.offerId')
    .innerJoin('products', 'products.id', 'deposits.productId')
    .select(['deposits.id', 'deposits.amountFen', 'deposits.deductFen', 'depositOffers.balanceDays', 'products.name'])
    .where('deposits.orderId', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** The deposit is the learner's from now on. */
export async function holdDepositUntil(trx: DatabaseTransaction, expireAt: Date, depositId: number): Promise<void> {
  await trx
    .updateTable('deposits')
    .set({ state: DepositState.held, expireAt })
    .where('deposits.id', '=', depositId)
    .where('deposits.state', '=', DepositState.unpaid)
    .execute()
}

/** What an order is for. */
export function findBoughtProduct(
  trx: DatabaseTransaction,
  productId: number,
): Promise<{ id: number; serviceDays: number | null; name: string; lectureType: number }> {
  return trx
    .selectFrom('products')
    .select(['products.id', 'products.name', 'products.lectureType', 'products.serviceDays'])
    .where('products.id', '=', productId)
    .executeTakeFirstOrThrow()
}

/** The coupon that the order has locked is used. */
export async function useCoupon(trx: DatabaseTransaction, orderId: number, now: Date): Promise<void> {
  await trx
    .updateTable('userCoupons')
    .set({ state: UserCouponState.used, usedAt: now })
    .where('userCoupons.orderId', '=', orderId)
    .where('userCoupons.state', '=', UserCouponState.locked)
    .execute()
}

/** The deposit that the order has locked is used; answers what was paid for it. */
export function useDeposit(trx: DatabaseTransaction, orderId: number): Promise<{ amountFen: number } | undefined> {
  return trx
    .updateTable('deposits')
    .set({ state: DepositState.used })
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.locked)
    .returning('deposits.amountFen')
    .executeTakeFirst()
}

/** The order is used as one that staff have made. */
export async function markOnBehalf(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await trx.updateTable('orders').set({ useState: UseState.onBehalf }).where('orders.id', '=', orderId).execute()
}

/** Locks the enrolment in force of a learner in a product, of this class or of none. */
export function lockEnrolment(
  trx: DatabaseTransaction,
  { userId, productId, scheduleId }: { userId: number; productId: number; scheduleId: number | null },
): Promise<Pick<Selectable<Tables['enrolments']>, 'id' | 'orderId' | 'endAt' | 'ownEndAt'>> {
  const own = trx
    .selectFrom('enrolments')
    .select(['enrolments.id', 'enrolments.orderId', 'enrolments.endAt', 'enrolments.ownEndAt'])
    .where('enrolments.userId', '=', userId)
    .where('enrolments.productId', '=', productId)
    .where('enrolments.status', '=', EnrolmentStatus.active)
  const asked =
    scheduleId === null
      ? own.where('enrolments.scheduleId', 'is', null)
      : own.where('enrolments.scheduleId', '=', scheduleId)
  return asked.forUpdate().executeTakeFirstOrThrow()
}

/** Changes the time of an enrolment, and whose it is. */
export async function extendEnrolment(
  trx: DatabaseTransaction,
  id: number,
  values: Updateable<Tables['enrolments']>,
): Promise<void> {
  await trx.updateTable('enrolments').set(values).where('enrolments.id', '=', id).execute()
}

/** Who teaches a class. */
export function findClassTeacher(
  trx: DatabaseTransaction,
  scheduleId: number,
): Promise<{ teacherId: number | null } | undefined> {
  return trx
    .selectFrom('classSchedules')
    .select('classSchedules.teacherId')
    .where('classSchedules.id', '=', scheduleId)
    .executeTakeFirst()
}

/** The first teacher of a product. */
export function findFirstTeacher(
  trx: DatabaseTransaction,
  productId: number,
): Promise<{ teacherId: number } | undefined> {
  return trx
    .selectFrom('productTeachers')
    .select('productTeachers.teacherId')
    .where('productTeachers.productId', '=', productId)
    .orderBy('productTeachers.sort')
    .limit(1)
    .executeTakeFirst()
}

/** Opens the steps into the class, once an order. */
export async function insertEntrance(
  trx: DatabaseTransaction,
  {
    orderId,
    userId,
    teacherId,
    now,
  }: {
    readonly orderId: number
    readonly userId: number
    readonly teacherId: number | null
    readonly now: Date
  },
): Promise<void> {
  await trx
    .insertInto('entrances')
    .values({
      orderId,
      userId,
      teacherId,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .execute()
}
