import type { ReactNode } from 'react'
import { Highlight } from '#client/features/search/highlight.tsx'
import type { SearchOption } from '#client/features/search/search-options.ts'
import type { SuggestionState } from '#client/features/search/use-suggestions.ts'
import { Picture } from '#client/ui/picture.tsx'
import css from './search-box.module.css'

interface SearchPanelProps {
  id: string
  typed: string
  options: readonly SearchOption[]
  active: number
  suggestions: SuggestionState
  onLeave: (term: string) => void
  onClear: () => void
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

/** What unfolds under the search box. A press in it leaves the focus in the box. */
export function SearchPanel({ id, typed, options, active, suggestions, onLeave, onClear }: SearchPanelProps): ReactNode {
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
  const message = typed && options.length === 0 ? (suggestions.pending ? '正在查找…' : '抱歉，没有找到你要的内容') : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className={css.panel} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}list`} role="listbox" aria-label={typed ? '搜索结果' : '搜索建议'}>
        {typed ? (
          options.map(line)
        ) : (
          <>
            {group('history', '搜索历史')}
            {group('hot', '热门搜索')}
          </>
        )}
      </div>
      {!typed && options.some((option) => option.kind === 'history') ? (
        <button className={css.clear} type="button" onClick={onClear}>
          清除历史
        </button>
      ) : null}
      <p className={message ? css.message : 'visually-hidden'} role="status">
        {message}
      </p>
    </div>
  )
}
