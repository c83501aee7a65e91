import { useEffect, useState } from 'react'

/** Whether the browser knows that it has no network. */
export function useOffline(): boolean {
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const look = (): void => setOffline(!navigator.onLine)
    look()
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  return isOffline
}
