import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { forumAll, withChoice } from '#client/features/forum/forum-address.ts'
import { isComposing } from '#client/browser/is-composing.ts'
import { Icon } from '#client/ui/icon.tsx'
import { cleanSearchText, searchTextMax } from '#shared/rules/search-text.ts'
import css from './forum-search.module.css'

/** Searches the forum: a plain form, with script without a reload. */
export function ForumSearch({ text = '' }: { text?: string }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const term = cleanSearchText(input.current?.value)
    if (term) navigate(withChoice(forumAll, { searchText: term }))
    else input.current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isComposing(event.nativeEvent)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of some years ago don't know the search element
    <form
      className={`${css.form} no-print`}
      role="search"
      aria-label="社区搜索"
      action={forumAll}
      method="get"
      onSubmit={handleSubmit}
    >
      <input
        key={text}
        ref={input}
        className={css.input}
        name="searchText"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={searchTextMax}
        placeholder="搜帖子"
        aria-label="搜帖子"
        defaultValue={text}
        onKeyDown={handleKeyDown}
      />
      <button className={css.go} type="submit" aria-label="搜索帖子">
        <Icon name="search" size={18} />
      </button>
    </form>
  )
}
