import { useEffect, useState } from 'react'

/** What was just chosen is shown at once while the school is asked; then what the school has kept. */
export function usePendingChoice<T>(kept: T, busy: boolean): [shown: T, choose: (value: T) => void] {
  const [choice, setChoice] = useState<{ readonly value: T }>()
  useEffect(() => {
    if (!busy) setChoice(undefined)
  }, [busy])
  return [busy && choice ? choice.value : kept, (value) => setChoice({ value })]
}
