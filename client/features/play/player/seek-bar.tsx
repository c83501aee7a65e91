import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { clockText } from '#shared/rules/number-text.ts'
import css from './seek-bar.module.css'

export interface SeekBarProps {
  position: number
  duration: number
  buffered: number
  onSeek: (second: number) => void
}

function share(second: number, duration: number): string {
  return `${duration > 0 ? Math.min(100, (second / duration) * 100) : 0}%`
}

/** Where the film is and how far it is loaded; moved by hand it jumps when it is let go, and tells the time under the pointer. */
export function SeekBar({ position, duration, buffered, onSeek }: SeekBarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [hovered, setHovered] = useState<number>()
  const shown = dragged ?? position
  useLayoutEffect(() => {
    const { style } = bar.current ?? {}
    style?.setProperty('--played', share(shown, duration))
    style?.setProperty('--buffered', share(Math.max(buffered, shown), duration))
    if (hovered !== undefined) style?.setProperty('--hovered', share(hovered, duration))
  }, [shown, buffered, hovered, duration])

  const seek = useEffectEvent((second: number) => {
    setDragged(undefined)
    onSeek(second)
  })
  // React's change is the element's input; this is the change itself: the bar was let go.
  useEffect(() => {
    const element = input.current
    const handleChange = (): void => seek(Number(element?.value))
    element?.addEventListener('change', handleChange)
    return () => element?.removeEventListener('change', handleChange)
  }, [])

  const handleMove = ({ clientX, currentTarget, pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(Math.min(1, Math.max(0, (clientX - left) / width)) * duration)
  }
  return (
    <div ref={bar} className={css.bar} onPointerMove={handleMove} onPointerLeave={() => setHovered(undefined)}>
      <span className={css.buffered} />
      <span className={css.played} />
      <input
        ref={input}
        className={css.input}
        type="range"
        aria-label="进度"
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(shown)}
        disabled={duration === 0}
        aria-valuetext={`${clockText(shown)}，共 ${clockText(duration)}`}
        onChange={(event) => setDragged(Number(event.target.value))}
      />
      {hovered !== undefined && duration > 0 ? <span className={css.tip}>{clockText(hovered)}</span> : null}
    </div>
  )
}
