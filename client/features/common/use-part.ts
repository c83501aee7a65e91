import { useEffect, useEffectEvent, useState } from 'react'

/** What a module brings, some milliseconds after it is wanted for the first time; undefined until then, and where it can't be had. */
export function usePart<T>(isWanted: boolean, load: () => Promise<T>, afterMs = 0): T | undefined {
  const [part, setPart] = useState<{ value: T }>()
  const begin = useEffectEvent(() => {
    load().then(
      (value) => setPart({ value }),
      () => undefined,
    )
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setTimeout(begin, afterMs)
    return () => clearTimeout(timer)
  }, [isWanted, afterMs])
  return part?.value
}
