import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { loadStyles } from '#client/browser/page-assets.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { isComposing } from '#client/browser/is-composing.ts'
import { searchAddress } from '#client/features/search/search-address.ts'
import { rememberTerm } from '#client/features/search/search-history.ts'
import type { SearchPanelProps } from '#client/features/search/search-panel.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { cleanSearchText, searchTextMax } from '#shared/rules/search-text.ts'
import css from './search-box.module.css'

interface SearchBoxProps {
  size?: 'm' | 'l'
  text?: string
}

/** What is typed, what is proposed, and what keys do. */
function useSearchBox({ text = '' }: SearchBoxProps) {
  const { env } = useApp()
  const id = useId()
  const root = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  const [open, setOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps>>()

  // Another page's text arrives in the same box: it shows that one.
  useEffect(() => {
    if (input.current) input.current.value = text
    setTyped(text)
  }, [text])

  const show = (): void => {
    setTyped(input.current?.value ?? '')
    setOpen(true)
    if (Panel) return
    Promise.all([import('#client/features/search/search-panel.tsx'), loadStyles(env.css['search-panel'] ?? [])]).then(
      ([module]) => setPanel(() => module.SearchPanel),
      () => undefined,
    )
  }
  const leave = (term: string): void => {
    rememberTerm(term)
    setOpen(false)
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const term = cleanSearchText(input.current?.value)
    if (!term) return input.current?.focus()
    leave(term)
    navigate(searchAddress(term))
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isComposing(event.nativeEvent)) event.preventDefault()
    if (event.key === 'ArrowDown' && !open) show()
  }
  return { id, root, input, typed, setTyped, open, setOpen, Panel, show, leave, handleSubmit, handleKeyDown }
}

/** The search box: a plain GET form without script; with it a combobox whose panel comes at the first focus. */
export function SearchBox(props: SearchBoxProps): ReactNode {
  const { size = 'm', text = '' } = props
  const { id, root, input, typed, setTyped, open, setOpen, Panel, show, leave, handleSubmit, handleKeyDown } =
    useSearchBox(props)
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of some years ago don't know the search element
    <form
      ref={root}
      className={`${css.box} ${size === 'l' ? css.large : ''}`}
      role="search"
      action="/search"
      method="get"
      onSubmit={handleSubmit}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <input
        ref={input}
        className={css.input}
        name="searchText"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={searchTextMax}
        placeholder="搜课程、老师、文章"
        aria-label="搜索"
        defaultValue={text}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        onFocus={show}
        onClick={show}
        onInput={(event) => {
          setOpen(true)
          if (!(event.nativeEvent as InputEvent).isComposing) setTyped(event.currentTarget.value)
        }}
        onCompositionEnd={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <button className={css.go} type="submit" aria-label="搜索">
        <Icon name="search" size={18} />
      </button>
      {open && Panel ? (
        <Panel id={id} input={input} typed={typed} onLeave={leave} onClose={() => setOpen(false)} />
      ) : null}
    </form>
  )
}
