import type { Database } from '#server/backend/db/database.ts'
import { findMoneyUnderWay } from './order-obstacle-store.ts'

/** Money that is under way stands in the way of an account's end, in words for its owner; undefined when there is none. */
export async function moneyUnderWay(db: Database, userId: number): Promise<string | undefined> {
  const found = await findMoneyUnderWay(db, userId)
  if (found?.paying) return '有未支付的订单，请先支付或取消'
  if (found?.refunding) return '有退款正在处理，请等退款完成'
  if (found?.reviewing) return '有一笔付款正在人工核对，请等核对完成'
  return found?.deposit ? '有未使用的定金，请先使用或申请退款' : undefined
}
