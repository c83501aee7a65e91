import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Cue, cueAt, findCues } from '#client/features/play/player/use-captions.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './transcript.module.css'

function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const wanted = search.trim()
  const at = wanted ? text.toLowerCase().indexOf(wanted.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}

export interface TranscriptProps {
  cues: readonly Cue[]
  position: number
  onJump: (second: number) => void
  onClose: () => void
}

/** What is said in the film, line by line: it follows the film, can be searched, and a line leads to its second. */
export function Transcript({ cues, position, onJump, onClose }: TranscriptProps): ReactNode {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const found = findCues(cues, search)
  const current = cues[cueAt(cues, position)]
  useEffect(() => {
    if (search || current === undefined) return
    const [box, line] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')]
    if (box && line) box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 3
  }, [current, search])
  return (
    <section className={css.transcript} aria-label="字幕稿">
      <div className={css.head}>
        <input
          className={css.search}
          type="search"
          value={search}
          placeholder="在字幕稿里找"
          aria-label="在字幕稿里找"
          onChange={(event) => setSearch(event.target.value)}
        />
        <button type="button" className={css.close} onClick={onClose}>
          收起
        </button>
      </div>
      {search ? (
        <p className={css.count} role="status">
          {found.length > 0 ? `找到 ${found.length} 句` : '没有找到，换个词试试'}
        </p>
      ) : null}
      {cues.length === 0 ? <p className={css.count}>字幕还在加载</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ol ref={list} className={css.lines} tabIndex={0} aria-label="每一句">
        {found.map((cue) => (
          <li key={cue.start}>
            <button
              type="button"
              className={css.line}
              aria-current={cue === current ? 'true' : undefined}
              onClick={() => onJump(cue.start)}
            >
              <span className={css.time}>{clockText(cue.start)}</span>
              <span>
                <Marked text={cue.text} search={search} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
