import type { PaymentFlight, PaymentFlights, WayState } from '#server/backend/context/open-payment.ts'
import type { PaymentRow } from '#server/backend/db/tables/order-tables.ts'
import type { Clock, Log } from '#server/backend/base/parts.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { OrderMoved } from './open-payments.ts'

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
