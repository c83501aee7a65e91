import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { pinNumbers } from '#client/features/homework/mark-layer.tsx'
import type { Marks } from '#client/features/homework/use-marks.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { MarkKind } from '#shared/contract/enums.ts'
import type { HomeworkMark } from '#shared/contract/homework.ts'
import { markWordsLength, remarkLength } from '#shared/contract/text-lengths.ts'
import css from './pin-list.module.css'

interface Remark {
  id: number
  words: string
}

/** What the marker often writes, and how it changes. */
function useRemarks() {
  const { api } = useApp()
  const queries = useQueryClient()
  const query = callQuery(api, 'GET /api/teach/homework/remark/list', {})
  const kept = useQuery(query)
  const change = async (run: () => Promise<CallOutput<'GET /api/teach/homework/remark/list'>>): Promise<void> => {
    try {
      queries.setQueryData(query.queryKey, await run())
    } catch (error) {
      sayFailure(error, '常用话没有存上，请再试一次')
    }
  }
  return {
    all: kept.data ?? [],
    keep: (words: string) => change(() => api.call('POST /api/teach/homework/remark/save', { words })),
    drop: (id: number) => change(() => api.call('POST /api/teach/homework/remark/delete', { id })),
  }
}

interface PinProps {
  pin: HomeworkMark
  number: number
  isChosen: boolean
  onChoose: (key: string) => void
  marks: Marks
  onKeep: (words: string) => void
  /** Words that were taken from the list, for the pin that is chosen. */
  given: { words: string } | undefined
}

function OwnWords({ pin, number, isChosen, onChoose, marks, onKeep, given }: PinProps): ReactNode {
  const [words, setWords] = useState(pin.words ?? '')
  const area = useRef<HTMLTextAreaElement>(null)
  const taken = useRef(given)
  const save = (text: string): void => {
    if (text.trim() !== (pin.words ?? '')) marks.write(pin.key, text.trim())
  }
  useEffect(() => {
    if (isChosen) area.current?.focus()
  }, [isChosen])
  if (isChosen && given && taken.current !== given) {
    taken.current = given
    const text = (words === '' ? given.words : `${words} ${given.words}`).slice(0, markWordsLength)
    queueMicrotask(() => {
      setWords(text)
      save(text)
    })
  }
  return (
    <div className={css.own}>
      <textarea
        ref={area}
        aria-label={`${number} 号批注`}
        rows={2}
        maxLength={markWordsLength}
        placeholder="写下要改的地方"
        value={words}
        onFocus={() => onChoose(pin.key)}
        onChange={(event) => setWords(event.target.value)}
        onBlur={() => save(words)}
      />
      <span className={css.acts}>
        {words.trim() !== '' && words.trim().length <= remarkLength ? (
          <button type="button" onClick={() => onKeep(words.trim())}>
            存为常用
          </button>
        ) : null}
        <button type="button" aria-label={`去掉 ${number} 号批注`} onClick={() => marks.remove(pin.key)}>
          去掉
        </button>
      </span>
    </div>
  )
}

function Remarks({
  all,
  onTake,
  onDrop,
}: {
  all: readonly Remark[]
  onTake: (words: string) => void
  onDrop: (id: number) => void
}): ReactNode {
  const [edits, setEdits] = useState(false)
  if (all.length === 0) return null
  return (
    <div className={css.remarks}>
      <p className={css.head}>
        <b>常用话</b>
        <button type="button" className={css.edit} aria-pressed={edits} onClick={() => setEdits(!edits)}>
          {edits ? '整理好了' : '整理'}
        </button>
      </p>
      <ul>
        {all.map(({ id, words }) => (
          <li key={id}>
            <button
              type="button"
              className={css.remark}
              aria-label={edits ? `删掉常用话：${words}` : `用上：${words}`}
              onClick={() => (edits ? onDrop(id) : onTake(words))}
            >
              {edits ? '✕ ' : ''}
              {words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Remarks at the pins of a photo; own ones are written here, and what is often said is at hand. */
export function PinList({
  marks,
  here,
  chosen,
  onChoose,
}: {
  marks: Marks
  here: readonly HomeworkMark[]
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}): ReactNode {
  const remarks = useRemarks()
  const [given, setGiven] = useState<{ words: string }>()
  const numbers = pinNumbers(here)
  const pins = here.filter(({ kind }) => kind === MarkKind.pin)
  const strokes = here.length - pins.length
  const take = (words: string): void => {
    const own = pins.filter(({ isOwn }) => isOwn)
    const target = own.find(({ key }) => key === chosen) ?? own.at(-1)
    if (!target) return toast('先在照片上钉一处', 'warn')
    onChoose(target.key)
    setGiven({ words })
  }
  return (
    <section className={css.part}>
      <p className={css.head}>
        <b>批注</b>
        <span className="s13 faint num">{strokes > 0 ? `这张照片上画了 ${strokes} 笔` : '点“钉”，再点照片'}</span>
      </p>
      <ol className={css.pins}>
        {pins.map((pin) => {
          const number = numbers.get(pin.key) ?? 0
          return (
            <li key={pin.key} data-chosen={pin.key === chosen || undefined}>
              <button
                type="button"
                className={`${css.number} num`}
                aria-label={`看 ${number} 号`}
                onClick={() => onChoose(pin.key)}
              >
                {number}
              </button>
              {pin.isOwn ? (
                <OwnWords
                  pin={pin}
                  number={number}
                  isChosen={pin.key === chosen}
                  onChoose={onChoose}
                  marks={marks}
                  onKeep={(words) => void remarks.keep(words)}
                  given={given}
                />
              ) : (
                <p className={css.others}>
                  {pin.words ?? '看这里'}
                  <span className="s13 faint">{pin.markedBy}</span>
                </p>
              )}
            </li>
          )
        })}
      </ol>
      <Remarks all={remarks.all} onTake={take} onDrop={(id) => void remarks.drop(id)} />
    </section>
  )
}
