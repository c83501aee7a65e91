import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { classEndRoute, evaluateClass, liveInfoRoute } from '#client/features/room/room-queries.ts'
import css from './star-rating.module.css'

const words = ['很不满意', '不满意', '一般', '满意', '很满意'] as const

const stale = [classEndRoute, liveInfoRoute] as const

interface StarRatingProps {
  lesson: { periodId: number; scheduleId?: number }
  /** What was given already. */
  given: number | null
}

/** The evaluation of a class with one press. */
export function StarRating({ lesson, given }: StarRatingProps): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const [own, setOwn] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  const [busy, act] = useRoomAction('没有提交成功，请再试一次')
  const done = useRef<HTMLParagraphElement>(null)
  const score = given ?? own
  const rate = async (value: number): Promise<void> => {
    if (!(await act(() => evaluateClass(api, { ...lesson, score: value })))) return
    setOwn(value)
    done.current?.focus()
    for (const key of stale) void queries.invalidateQueries({ queryKey: [key] })
  }
  const lit = pointed ?? score ?? 0
  return (
    <div className={css.rating}>
      <p ref={done} className="s13" tabIndex={-1} role="status">
        {score === undefined ? '这节课上得怎么样' : `你的评价：${words[score - 1] ?? ''}`}
      </p>
      {score === undefined ? (
        <fieldset
          className={css.stars}
          aria-label="给这节课评分"
          aria-busy={busy || undefined}
          onPointerLeave={() => setPointed(undefined)}
        >
          {words.map((word, index) => (
            <button
              key={word}
              type="button"
              className={css.star}
              aria-label={`${index + 1} 星，${word}`}
              onPointerEnter={() => setPointed(index + 1)}
              onClick={() => void rate(index + 1)}
            >
              <span className={index < lit ? css.lit : undefined} aria-hidden="true">
                ★
              </span>
              {word}
            </button>
          ))}
        </fieldset>
      ) : (
        <p className={css.given} aria-hidden="true">
          <span className={css.lit}>{'★'.repeat(score)}</span>
          {'★'.repeat(words.length - score)}
        </p>
      )}
    </div>
  )
}
