import { useEffect, useState } from 'react'
import {
  type Cooldown,
  type CooldownView,
  cooldownName,
  cooldownView,
  keepCooldown,
  readCooldown,
  startCooldown,
} from '#client/features/login/code-cooldown.ts'

interface CodeCooldown extends CooldownView {
  start: (kind: 'message' | 'call', until: number) => void
}

/** The running wait of one target, seconds falling; it survives a reload. */
export function useCooldown(target: string): CodeCooldown {
  const name = cooldownName(target)
  const [cooldown, setCooldown] = useState<Cooldown>()
  const [now, setNow] = useState(0)
  useEffect(() => {
    const at = Date.now()
    setNow(at)
    setCooldown(readCooldown(name, at))
  }, [name])
  useEffect(() => {
    if (!cooldown || cooldown.until <= now) return
    // The next whole second before the end.
    const timer = setTimeout(() => setNow(Date.now()), (cooldown.until - Date.now()) % 1000 || 1000)
    return () => clearTimeout(timer)
  }, [cooldown, now])
  return {
    ...cooldownView(cooldown, now),
    start: (kind, until) => {
      const at = Date.now()
      const next = startCooldown(kind, at, until)
      keepCooldown(name, next, at)
      setNow(at)
      setCooldown(next)
    },
  }
}
