import { useState } from 'react'

/** A lesson that anybody may play. */
export interface TrialLesson {
  id: number
  name: string
  /** '第 1 讲' and the like. */
  note: string
  /** Seconds. */
  duration: number
  playUrl: string
}

export interface Trial {
  lessons: readonly TrialLesson[]
  /** The lesson in the player, playing or not. */
  current: TrialLesson | undefined
  started: boolean
  /** Plays a lesson and brings the player into view. */
  choose: (id: number) => void
  /** The next lesson, or back to the poster after the last. */
  next: () => void
}

/** Which free lesson is in the player: poster first, playing once one is chosen. */
export function useTrial(lessons: readonly TrialLesson[]): Trial {
  const [state, setState] = useState({ index: 0, started: false })
  const choose = (id: number): void => {
    const index = lessons.findIndex((lesson) => lesson.id === id)
    if (index < 0) return
    setState({ index, started: true })
    document.getElementById('trial')?.scrollIntoView({ block: 'nearest' })
  }
  const next = (): void =>
    setState(({ index }) =>
      index + 1 < lessons.length ? { index: index + 1, started: true } : { index: 0, started: false },
    )
  return { lessons, current: lessons[state.index], started: state.started, choose, next }
}
