import { useEffect, useState } from 'react'

/** What was just chosen is shown at once while the school is asked; then what the school has kept. */
export function useWish<T>(kept: T, busy: boolean): [shown: T, choose: (value: T) => void] {
  const [wish, setWish] = useState<{ readonly value: T }>()
  useEffect(() => {
    if (!busy) setWish(undefined)
  }, [busy])
  return [busy && wish ? wish.value : kept, (value) => setWish({ value })]
}
