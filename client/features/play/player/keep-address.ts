import { serverNow } from '#client/browser/server-clock.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

export interface AddressKeeperOptions {
  ask: () => Promise<PlayAddress>
  onRenewed: (address: PlayAddress) => void
  /** None can be had any more: what the server said. */
  onLost: (message: string) => void
}

export interface AddressKeeper {
  /** The address was refused: asks for another one at once. */
  renewNow: () => void
  stop: () => void
}

const earlyMs = 60_000
const retryMs = 5000
/** So many new addresses that are refused again in a row, and the next ones are asked for ever less often. */
const quickRefusals = 3
const longestRetryMs = 4000

/** Nothing was answered, or nothing that the school says. */
export function isCut({ status }: ApiError): boolean {
  return status === 502
}

/** Asked again, the school may answer: the line was cut, or it has too much to do. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === Code.Fail || error.status === 429 || error.status >= 500
}

/** How long an address is kept before another one is asked for: well before its end. */
export function renewalDelay(expireTime: number, now: number): number {
  const left = expireTime - now
  return Math.max(0, left > 2 * earlyMs ? left - earlyMs : left / 2)
}

/** Keeps an address that ends from ending: asks for the next one in time, again when it couldn't be asked, and at once when it was refused. */
export function keepAddress(first: PlayAddress, { ask, onRenewed, onLost }: AddressKeeperOptions): AddressKeeper {
  let { expireTime } = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let [stopped, asking, isDue, refusals, failures] = [false, false, false, 0, 0]
  const isOver = (): boolean => expireTime !== null && serverNow() >= expireTime

  const wait = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), ms)
  }
  const soon = (count: number): void => {
    isDue = true
    wait(Math.min(longestRetryMs, 500 * 2 ** count))
  }
  const plan = (): void => {
    if (expireTime !== null) wait(renewalDelay(expireTime, serverNow()))
  }
  async function renew(): Promise<void> {
    if (asking || stopped) return
    asking = true
    isDue = false
    try {
      const address = await ask()
      if (stopped) return
      failures = 0
      expireTime = address.expireTime
      onRenewed(address)
      plan()
    } catch (error) {
      if (stopped) return
      // What was refused is needed at once; what only ends some time isn't.
      if (mayPass(error)) {
        failures += 1
        if (refusals > 0) soon(failures)
        else wait(retryMs)
      } else onLost((error as ApiError).message)
    } finally {
      asking = false
    }
  }
  // A machine that slept looks at once, and so does one that is back in the network.
  const handleAwake = (): void => {
    if (document.visibilityState === 'visible' && isOver()) void renew()
  }
  document.addEventListener('visibilitychange', handleAwake)
  window.addEventListener('online', handleAwake)
  plan()
  return {
    renewNow: () => {
      if (asking || stopped || isDue) return
      refusals += 1
      setTimeout(() => {
        refusals = Math.max(0, refusals - 1)
      }, retryMs * 2)
      if (refusals > quickRefusals) soon(refusals - quickRefusals)
      else void renew()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleAwake)
      window.removeEventListener('online', handleAwake)
    },
  }
}
