import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { cleanSearchText, searchAddress, searchTextMax } from '#client/features/search/search-address.ts'
import { clearHistory, historyShown, readHistory, rememberTerm } from '#client/features/search/search-history.ts'
import { SearchPanel } from '#client/features/search/search-panel.tsx'
import { searchOptions } from '#client/features/search/search-options.ts'
import { useSuggestions } from '#client/features/search/use-suggestions.ts'
import { Icon } from '#client/ui/icon.tsx'
import css from './search-box.module.css'

/** True while an input method is composing: its Enter chooses a word and must not search. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}

/** The search box with its panel: a plain GET form without script, a combobox with it. */
export function SearchBox({ size = 'm', text = '' }: { size?: 'm' | 'l'; text?: string }): ReactNode {
  const { common } = useApp()
  const id = useId()
  const root = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  const [open, setOpen] = useState(false)
  const [history, setHistory] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(typed, open)
  const options = searchOptions(typed, suggestions, history.slice(0, historyShown), common.hotSearches)
  const current = open ? options[active] : undefined

  // Another page's text arrives in the same box: it shows that one.
  useEffect(() => {
    if (input.current) input.current.value = text
    setTyped(text)
  }, [text])

  const show = (): void => {
    if (open) return
    setHistory(readHistory())
    setTyped(input.current?.value ?? '')
    setActive(-1)
    setOpen(true)
  }
  const close = (): void => setOpen(false)
  const leave = (term: string): void => {
    if (term) rememberTerm(term)
    close()
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const term = cleanSearchText(input.current?.value)
    if (!term) return input.current?.focus()
    leave(term)
    navigate(searchAddress(term))
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    if (event.key === 'Escape' && open) close()
    else if (event.key === 'ArrowDown' && !open) show()
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // -1 is the text itself, between the last option and the first.
      setActive((now) => ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === 'Enter' && current) {
      leave(current.term)
      navigate(current.href)
    } else return
    event.preventDefault()
  }
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
        if (!root.current?.contains(event.relatedTarget)) close()
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
        placeholder="搜课程、老师"
        aria-label="搜索"
        defaultValue={text}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${id}${active}` : undefined}
        onFocus={show}
        onClick={show}
        onInput={(event) => {
          if (!open) show()
          setActive(-1)
          if (!(event.nativeEvent as InputEvent).isComposing) setTyped(event.currentTarget.value)
        }}
        onCompositionEnd={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <button className={css.go} type="submit" aria-label="搜索">
        <Icon name="search" size={18} />
      </button>
      {open ? (
        <SearchPanel
          id={id}
          typed={cleanSearchText(typed)}
          options={options}
          active={active}
          suggestions={suggestions}
          onLeave={leave}
          onClear={() => {
            clearHistory()
            setHistory([])
            input.current?.focus()
          }}
        />
      ) : null}
    </form>
  )
}
