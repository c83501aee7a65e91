import { type RefObject, useEffect, useState } from 'react'
import { isComposing } from '#client/browser/is-composing.ts'

interface OptionKeys {
  id: string
  input: RefObject<HTMLInputElement | null>
  count: number
  onTake: (index: number) => void
  onClose: () => void
}

/**
 * Arrow keys, Enter and Esc of a combobox whose input stands elsewhere. Answers the chosen option; -1 is the text itself,
 * between the last option and the first.
 */
export function useOptionKeys({ id, input, count, onTake, onClose }: OptionKeys): number {
  const [chosen, setChosen] = useState(-1)
  const active = chosen < count ? chosen : -1
  useEffect(() => {
    const box = input.current
    if (!box) return
    if (active >= 0) box.setAttribute('aria-activedescendant', `${id}${active}`)
    const handleInput = (): void => setChosen(-1)
    const handleKey = (event: KeyboardEvent): void => {
      if (isComposing(event)) return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Enter' && active >= 0) onTake(active)
      else if (step !== 0 && count > 0) setChosen(((active + 1 + step + count + 1) % (count + 1)) - 1)
      else return
      event.preventDefault()
    }
    box.addEventListener('keydown', handleKey)
    box.addEventListener('input', handleInput)
    return () => {
      box.removeEventListener('keydown', handleKey)
      box.removeEventListener('input', handleInput)
      box.removeAttribute('aria-activedescendant')
    }
  }, [id, input, active, count, onTake, onClose])
  return active
}
