import type { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import type { PaymentRow } from '#server/backend/db/tables/order-tables.ts'

/** How one way to pay an order stands: it can be paid, its provider hasn't answered yet, or it can't be asked. */
export type WayState =
  | { readonly state: 'ready'; readonly payment: PaymentRow }
  | { readonly state: 'opening' }
  | { readonly state: 'unavailable'; readonly fault: PayError }
  /** The order changed meanwhile, or something is broken. */
  | { readonly state: 'thrown'; readonly error: unknown }

/** An opening of a payment, which goes on whether anybody waits for it or not. */
export interface PaymentFlight {
  /** As far as is known now. */
  readonly now: () => WayState
  /** Never rejects. */
  readonly done: Promise<void>
}

/** Openings under way, so that a page that asks again doesn't ask the provider again. */
export interface PaymentFlights {
  /** Joins the opening of this name, or begins it. A provider that could not be asked a moment ago is asked again only with `again`. */
  start(name: string, open: () => Promise<PaymentRow>, options: { readonly again: boolean }): PaymentFlight
  /** The next one of this name begins anew. */
  forget(name: string): void
}
