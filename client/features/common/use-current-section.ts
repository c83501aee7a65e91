import { useEffect, useState } from 'react'

/** The section whose top has passed the tabs last; the first one above all of them. */
export function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(sections[0]?.id)
  const ids = sections.map((section) => section.id).join(' ')
  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    const update = (): void => {
      frame = 0
      const line = window.innerHeight * 0.35
      const passed = elements.filter((element) => element.getBoundingClientRect().top <= line)
      setCurrent((passed.at(-1) ?? elements[0])?.id)
    }
    const handleScroll = (): void => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    update()
    window.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', handleScroll)
    }
  }, [ids])
  return current
}
