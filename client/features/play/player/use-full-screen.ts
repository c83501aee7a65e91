import { type RefObject, useEffect, useState } from 'react'
import { lockScroll } from '#client/ui/lock-scroll.ts'

/** screen: the whole screen; page: the whole window. */
export type Fullness = 'none' | 'page' | 'screen'

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export interface FullScreen {
  full: Fullness
  toggleScreen: () => void
  togglePage: () => void
  /** Back to its place on the page; false when it is there already. */
  leave: () => boolean
}

/** The player over the whole screen or window. */
export function useFullScreen(root: RefObject<HTMLElement | null>, video: HTMLVideoElement | null): FullScreen {
  const [full, setFull] = useState<Fullness>('none')
  useEffect(() => {
    const handleChange = (): void =>
      setFull((before) =>
        document.fullscreenElement !== null && document.fullscreenElement === root.current
          ? 'screen'
          : before === 'screen'
            ? 'none'
            : before,
      )
    document.addEventListener('fullscreenchange', handleChange)
    return () => document.removeEventListener('fullscreenchange', handleChange)
  }, [root])
  useEffect(() => (full === 'page' ? lockScroll() : undefined), [full])
  const leaveScreen = (): void => void document.exitFullscreen().catch(() => undefined)
  return {
    full,
    toggleScreen: () => {
      if (document.fullscreenElement) return leaveScreen()
      // Phones of Apple know full screen for videos alone.
      if (root.current?.requestFullscreen) root.current.requestFullscreen().catch(() => undefined)
      else (video as AppleVideo | null)?.webkitEnterFullscreen?.()
    },
    togglePage: () => {
      if (document.fullscreenElement) leaveScreen()
      setFull(full === 'page' ? 'none' : 'page')
    },
    leave: () => {
      if (full === 'none') return false
      if (full === 'screen') leaveScreen()
      else setFull('none')
      return true
    },
  }
}
