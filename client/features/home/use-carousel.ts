import { type FocusEvent, useEffect, useState } from 'react'

const slideMs = 5000

export interface Carousel {
  index: number
  /** Slides that have been or are next: only their pictures are loaded. */
  isNear: (index: number) => boolean
  playing: boolean
  go: (index: number) => void
  toggle: () => void
  /** Hover and focus hold it; spread on the element round slides and controls. */
  hold: {
    onPointerEnter: () => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: (event: FocusEvent) => void
  }
}

/** A round of slides: 5 s each, held by hover, focus and a hidden tab, never begun under reduced motion. */
export function useCarousel(count: number): Carousel {
  const [index, setIndex] = useState(0)
  const [furthest, setFurthest] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false)
    else setFurthest(1)
  }, [])
  useEffect(() => {
    if (!playing || held || count < 2) return undefined
    const timer = window.setInterval(() => {
      if (document.hidden) return
      setIndex((current) => (current + 1) % count)
      setFurthest((current) => Math.min(count - 1, current + 1))
    }, slideMs)
    return () => window.clearInterval(timer)
  }, [playing, held, count])
  const go = (to: number): void => {
    setIndex((to + count) % count)
    setFurthest(count - 1)
  }
  return {
    index,
    isNear: (slide) => slide <= furthest,
    playing,
    go,
    toggle: () => setPlaying(!playing),
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
      },
    },
  }
}
