import { type ReactNode, type RefObject, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { Highlight } from '#client/features/search/highlight.tsx'
import { clearHistory, historyShown, readHistory } from '#client/features/search/search-history.ts'
import { type SearchOption, searchOptions } from '#client/features/search/search-options.ts'
import { useOptionKeys } from '#client/features/search/use-option-keys.ts'
import { useSuggestions } from '#client/features/search/use-suggestions.ts'
import { Picture } from '#client/ui/picture.tsx'
import { cleanSearchText } from '#shared/rules/search-text.ts'
import css from './search-panel.module.css'

export interface SearchPanelProps {
  id: string
  input: RefObject<HTMLInputElement | null>
  typed: string
  /** Something was taken; its term is remembered. */
  onLeave: (term: string) => void
  onClose: () => void
}

function HitLine({ option, search }: { option: SearchOption; search: string }): ReactNode {
  const { hit } = option
  if (!hit) return option.text
  return (
    <>
      <Picture src={hit.coverImg} alt="" ratio="cover" sizes="88px" className={css.cover} />
      <span className={css.words}>
        <span className={css.name}>
          <Highlight text={hit.name} search={search} />
        </span>
        <span className={css.note}>
          {hit.teacherName}　{hit.learnAim}
        </span>
      </span>
    </>
  )
}

/** What unfolds under the search box while it has the focus. A press in it leaves the focus in the box. */
export function SearchPanel({ id, input, typed, onLeave, onClose }: SearchPanelProps): ReactNode {
  const { common } = useApp()
  const [history, setHistory] = useState(readHistory)
  const suggestions = useSuggestions(typed)
  const isEmpty = cleanSearchText(typed) === ''
  const options = searchOptions(typed, suggestions, history.slice(0, historyShown), common.hotSearches)
  const take = (index: number): void => {
    const option = options[index]
    if (!option) return
    onLeave(option.term)
    navigate(option.href)
  }
  const active = useOptionKeys({ id, input, count: options.length, onTake: take, onClose })
  const line = (option: SearchOption, index: number): ReactNode => (
    <a
      key={`${option.kind}-${option.href}`}
      id={`${id}${index}`}
      className={css[option.kind]}
      href={option.href}
      role="option"
      aria-selected={index === active}
      tabIndex={-1}
      onClick={() => onLeave(option.term)}
    >
      <HitLine option={option} search={suggestions.text} />
    </a>
  )
  const group = (kind: SearchOption['kind'], label: string): ReactNode =>
    options.some((option) => option.kind === kind) ? (
      // biome-ignore lint/a11y/useSemanticElements: options of a listbox, no form controls
      <div className={css.group} role="group" aria-label={label}>
        <span className={css.label} aria-hidden="true">
          {label}
        </span>
        {options.map((option, index) => (option.kind === kind ? line(option, index) : null))}
      </div>
    ) : null
  const message = isEmpty || options.length > 0 ? '' : suggestions.pending ? '正在查找…' : '抱歉，没有找到你要的内容'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className={css.panel} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}list`} role="listbox" aria-label={isEmpty ? '搜索建议' : '搜索结果'}>
        {isEmpty ? group('history', '搜索历史') : options.map(line)}
        {isEmpty ? group('hot', '热门搜索') : null}
      </div>
      {isEmpty && history.length > 0 ? (
        <button
          className={css.clear}
          type="button"
          onClick={() => {
            clearHistory()
            setHistory([])
            input.current?.focus()
          }}
        >
          清除历史
        </button>
      ) : null}
      <p className={message ? css.message : 'visually-hidden'} role="status">
        {message}
      </p>
    </div>
  )
}
