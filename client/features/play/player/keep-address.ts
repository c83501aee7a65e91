import { serverNow } from '#client/browser/server-clock.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

export interface AddressKeeperOptions {
  ask: () => Promise<PlayAddress>
  onRenewed: (address: PlayAddress) => void
  /** None can be had: what the server said; '' when it said nothing. */
  onLost: (message: string) => void
}

export interface AddressKeeper {
  /** The address was refused: asks for another one at once. */
  renewNow: () => void
  stop: () => void
}

const earlyMs = 60_000
const retryMs = 5000
/** So many new addresses that are refused again mean that no other one helps. */
const maxRefusals = 3

/** Nothing was answered, or nothing that the school says. */
export function isCut({ status }: ApiError): boolean {
  return status === 502
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
  let [stopped, asking, refusals] = [false, false, 0]
  const isOver = (): boolean => expireTime !== null && serverNow() >= expireTime

  const wait = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), ms)
  }
  const plan = (): void => {
    if (expireTime !== null) wait(renewalDelay(expireTime, serverNow()))
  }
  async function renew(isRefused = false): Promise<void> {
    if (asking || stopped) return
    asking = true
    try {
      const address = await ask()
      if (stopped) return
      expireTime = address.expireTime
      onRenewed(address)
      plan()
    } catch (error) {
      if (stopped) return
      // A line that is cut is asked again; when the address has ended meanwhile, the film's next part is refused, and that ends it.
      if (error instanceof ApiError && error.code === Code.Fail && !isRefused) wait(retryMs)
      else onLost(error instanceof ApiError && !isCut(error) ? error.message : '')
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
      if (asking || stopped) return
      refusals += 1
      setTimeout(() => {
        refusals = Math.max(0, refusals - 1)
      }, retryMs * 2)
      if (refusals > maxRefusals) onLost('')
      else void renew(true)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleAwake)
      window.removeEventListener('online', handleAwake)
    },
  }
}
