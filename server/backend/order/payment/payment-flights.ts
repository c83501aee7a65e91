import type { Clock, Log } from '#server/backend/context/backend-context.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { OrderMoved } from './open-payments.ts'
import type { PaymentRow } from './payment-store.ts'

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

/** For so long a provider that could not be asked is left alone by pages that only look. */
const refusedMs = 15_000

interface Kept extends PaymentFlight {
  endedAt: number | undefined
}

/** Creates the openings of one backend. */
export function createPaymentFlights({ clock, log }: { clock: Clock; log: Log }): PaymentFlights {
  const flights = new Map<string, Kept>()

  function begin(name: string, open: () => Promise<PaymentRow>): Kept {
    let state: WayState = { state: 'opening' }
    const flight: Kept = {
      now: () => state,
      endedAt: undefined,
      done: open()
        .then(
          (payment) => {
            state = { state: 'ready', payment }
          },
          (error: unknown) => {
            if (!(error instanceof OrderMoved)) log.error({ err: error, name }, 'a payment could not be opened')
            state = error instanceof PayError ? { state: 'unavailable', fault: error } : { state: 'thrown', error }
          },
        )
        .then(() => {
          flight.endedAt = clock.now()
          // what is open stands in the database, and what was thrown is tried anew
          if (state.state !== 'unavailable' && flights.get(name) === flight) flights.delete(name)
        }),
    }
    flights.set(name, flight)
    return flight
  }

  function isOver({ endedAt }: Kept): boolean {
    return endedAt !== undefined && clock.now() - endedAt >= refusedMs
  }

  return {
    start(name, open, { again }) {
      for (const [known, flight] of flights) if (isOver(flight)) flights.delete(known)
      const flight = flights.get(name)
      if (flight && (flight.endedAt === undefined || !again)) return flight
      return begin(name, open)
    },
    forget(name) {
      if (flights.get(name)?.endedAt !== undefined) flights.delete(name)
    },
  }
}
