import { type RefObject, useEffect, useState } from 'react'

const idleMs = 3000
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether nobody has touched the player for three seconds: then its bar makes room. */
export function useIdle(root: RefObject<HTMLElement | null>, isOn: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const element = root.current
    setIdle(false)
    if (!element || !isOn) return undefined
    let timer = setTimeout(() => setIdle(true), idleMs)
    const handleSign = (): void => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), idleMs)
    }
    for (const sign of signs) element.addEventListener(sign, handleSign)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) element.removeEventListener(sign, handleSign)
    }
  }, [root, isOn])
  return isIdle
}
