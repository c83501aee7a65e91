import type { EdgeLog } from './edge-metrics.ts'
import { emptyHeads } from './headers.ts'
import { packBetter } from './pack.ts'
import type { Entry } from './store.ts'

/** Packs a stored page better that was packed in haste; those who ask meanwhile get what is there. */
export type Repack = (entry: Entry) => void

/** Creates it: one page at a time, so that a crowd on new pages leaves threads for what somebody waits for. Its next hit asks again. */
export function createRepack(log: EdgeLog): Repack {
  let isBusy = false
  return (entry) => {
    const { packed } = entry
    if (isBusy || packed === undefined) return
    isBusy = true
    packBetter(packed)
      .then(
        () => {
          // in the turn in which the bytes have changed: their length stands in every head
          if (entry.packed === packed) entry.heads = emptyHeads(Number.NaN)
        },
        (error: unknown) => log.error({ err: error, route: entry.route }, 'a stored page could not be packed again'),
      )
      .finally(() => {
        isBusy = false
      })
  }
}
