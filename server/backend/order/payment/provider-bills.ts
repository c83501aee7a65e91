import type { BackendContext } from '#server/backend/context/backend-context.ts'

/** One line of the providers' bills. */
export interface BilledMove {
  /** Number of the refund, or of the payment. */
  readonly key: string
  /** Fen; refunds are negative. */
  readonly amountFen: number
}

/** What all configured providers say of a day ('YYYY-MM-DD' in Shanghai). Throws `PayError` when one can't be asked. */
export async function readBills(ctx: Pick<BackendContext, 'pay'>, day: string): Promise<BilledMove[]> {
  const moves: BilledMove[] = []
  for (const provider of ctx.pay.all) {
    for (const line of await provider.bill(day))
      moves.push({ key: line.outRefundNo ?? line.outTradeNo, amountFen: line.amountFen })
  }
  return moves
}
