import { useEffect, useState } from 'react'

/** The browser's time, renewed every `stepMs`; undefined in the first render, which must equal the server's. */
export function useNow(stepMs = 30_000): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), stepMs)
    return () => window.clearInterval(timer)
  }, [stepMs])
  return now
}
