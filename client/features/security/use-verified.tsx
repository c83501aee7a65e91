import { type ReactNode, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useSecurity } from '#client/features/security/use-security.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'

const VerifyDialog = lazyDialog(() => import('#client/features/security/verify-dialog.tsx').then((m) => m.VerifyDialog))

/** Of the ten minutes that a proof counts so much is kept for what follows it. */
const spareMs = 30_000

interface Verified {
  /** Runs `then` at once when this session's learner has proved who they are, else after they have. */
  whenVerified: (then: () => void) => void
  /** Rendered where it is used. */
  dialog: ReactNode
}

/** Stands before what changes how the account is entered; `orSignIn`: a sign-in of a moment ago is proof enough. */
export function useVerified({ orSignIn = false } = {}): Verified {
  const { env } = useApp()
  const { ways, verifiedUntil, signedInUntil } = useSecurity().security.verification
  const [waiting, setWaiting] = useState<() => void>()
  const isOn = (until: number | null): boolean => until !== null && toBrowserTime(until) - spareMs > Date.now()
  return {
    whenVerified(then) {
      // Who has nothing to prove themselves by is told by the call itself when they must sign in anew.
      if (ways.length === 0 || isOn(verifiedUntil) || (orSignIn && isOn(signedInUntil))) then()
      else setWaiting(() => then)
    },
    dialog: waiting ? (
      <VerifyDialog styles={env.css['verify-dialog']} onClose={() => setWaiting(undefined)} onVerified={waiting} />
    ) : null,
  }
}
