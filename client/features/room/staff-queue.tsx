import { type ReactNode, useId } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Face } from '#client/features/room/people.tsx'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import type { AnswerQueue, QueuePerson } from '#shared/contract/answer-queue.ts'
import { callNext, endAnswer } from '#client/features/room/tool-queries.ts'
import css from './answer-queue.module.css'

function Person({ person, children }: { person: QueuePerson; children: ReactNode }): ReactNode {
  return (
    <li className={`${css.person} ${person.isHere ? '' : css.away}`}>
      <Face user={{ userId: String(person.entryId), nickname: person.nickname, headImg: person.headImg }} />
      <span className="one">
        {person.nickname}
        {person.isHere ? '' : '（掉线了，位置留一分钟）'}
      </span>
      {children}
      <span className={css.question}>{person.question}</span>
    </li>
  )
}

/** Who waits and whose turn it is, for those who call. */
export function StaffQueue({
  id,
  people,
  onChange,
}: {
  id: number
  people: readonly QueuePerson[]
  onChange: (queue: AnswerQueue) => void
}): ReactNode {
  const { api } = useApp()
  const heading = useId()
  const [busy, act] = useRoomAction()
  const current = people.find(({ calledTime }) => calledTime !== null)
  const waiting = people.filter(({ calledTime }) => calledTime === null)
  const seen = current?.entryId ?? null
  const call = (entryId?: number): void =>
    void act(async () => onChange(await callNext(api, { id, current: seen, entryId })))
  const end = (entryId: number): void => void act(async () => onChange(await endAnswer(api, { id, current: entryId })))
  return (
    <section className={css.queue} aria-labelledby={heading}>
      <p className={css.head}>
        <span className={css.title} id={heading}>
          提问队伍
        </span>
        <span className={css.wait}>{waiting.length === 0 ? '没有人在等' : `${waiting.length} 人在等`}</span>
      </p>
      {current ? (
        <ul>
          <Person person={current}>
            <Button tone="quiet" size="s" busy={busy} onClick={() => end(current.entryId)}>
              答完了
            </Button>
          </Person>
        </ul>
      ) : null}
      {waiting.length > 0 ? (
        <>
          <span className={css.ways}>
            <Button tone="primary" size="s" busy={busy} onClick={() => call()}>
              {current ? '答完了，叫下一位' : '叫下一位'}
            </Button>
          </span>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
          <ul className={css.list} aria-label="排队的人" tabIndex={0}>
            {waiting.map((person) => (
              <Person key={person.entryId} person={person}>
                <Button tone="text" size="s" aria-label={`先叫${person.nickname}`} onClick={() => call(person.entryId)}>
                  先叫
                </Button>
              </Person>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
