import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { atQuery, calledIds, withName } from '#client/features/room/at-names.ts'
import { AtPicker } from '#client/features/room/at-picker.tsx'
import { EmojiPicker } from '#client/features/room/emoji-picker.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { type Member, useMembers } from '#client/features/room/use-members.ts'
import { Button } from '#client/ui/button.tsx'
import { momentText } from '#shared/rules/number-text.ts'
import css from './composer.module.css'

const most = 300
const mostChoices = 6

interface Reason {
  /** In place of the text. */
  readonly short: string
  /** More of it, below; nothing when the short one says it all. */
  readonly long?: string
}

/** Why nothing can be said, in words; undefined when it can. */
function useReason(): Reason | undefined {
  const phase = useChat((chat) => chat.phase)
  const me = useChat((chat) => chat.me)
  const now = useNow(1000)
  if (phase === 'ended') return { short: '课已经结束，不能再发言' }
  if (phase === 'refused') return { short: '没有进入聊天' }
  if (phase === 'removed') return { short: '这里的聊天停下了' }
  if (!me) return { short: '正在进入聊天' }
  const isOver = me.untilTime !== null && now !== undefined && toBrowserTime(me.untilTime) <= now
  if (!me.isEstoppel || isOver) return undefined
  return {
    short: '禁言中',
    long:
      me.untilTime === null ? '你被禁言了，老师解除后可以发言' : `你被禁言了，${momentText(me.untilTime)} 后可以发言`,
  }
}

/** In place of the names that an @ may mean, when there are none to choose from. */
function nobodyText({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isError) return '名单没有加载出来'
  return isPending ? '正在找人' : '现在没有别人可以叫'
}

/** Where learners write. Enter sends, Shift+Enter is a new line; @ calls somebody. */
export function Composer({
  staffOnly,
  onStaffOnly,
}: {
  staffOnly: boolean
  onStaffOnly: (only: boolean) => void
}): ReactNode {
  const { store } = useRoom()
  const id = useId()
  const [text, setText] = useState('')
  const [query, setQuery] = useState<string>()
  const [active, setActive] = useState(0)
  const [showsEmojis, setShowsEmojis] = useState(false)
  const picked = useRef<Member[]>([])
  const area = useRef<HTMLTextAreaElement>(null)
  const reason = useReason()
  const meId = useChat((chat) => chat.me?.userId)
  const found = useMembers(query ?? '', query !== undefined)
  const choices =
    query === undefined
      ? []
      : found.members
          .filter(({ userId, nickname }) => userId !== meId && nickname.includes(query))
          .slice(0, mostChoices)
  const length = [...text].length
  const tooLong = length > most

  function put(next: { text: string; cursor: number }): void {
    setText(next.text)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  function insert(piece: string): void {
    const cursor = area.current?.selectionStart ?? text.length
    put({ text: text.slice(0, cursor) + piece + text.slice(cursor), cursor: cursor + piece.length })
  }
  function pick(member: Member): void {
    picked.current.push(member)
    setQuery(undefined)
    put(withName(text, area.current?.selectionStart ?? text.length, member.nickname))
  }
  function send(): void {
    const words = text.trim()
    if (!words || tooLong || reason) return
    store.send(words, calledIds(words, picked.current))
    picked.current = []
    setText('')
    setQuery(undefined)
    setShowsEmojis(false)
  }
  function handleKey(event: KeyboardEvent): void {
    // Safari sends the Enter that ends a composition after it, told only by this code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const choice = choices[Math.min(active, choices.length - 1)]
    if (query !== undefined && choice && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length)
    } else if (query !== undefined && choice && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      pick(choice)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
  }
  function handleEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || (query === undefined && !showsEmojis)) return
    event.stopPropagation()
    setQuery(undefined)
    setShowsEmojis(false)
    area.current?.focus()
  }
  function handleChange(value: string, cursor: number): void {
    setText(value)
    setQuery(atQuery(value, cursor))
    setActive(0)
  }
  const listId = `${id}-at`
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={handleEscape}
    >
      {query === '' && choices.length === 0 ? (
        <p className={`${css.names} ${css.noName}`} role="status">
          {nobodyText(found)}
        </p>
      ) : null}
      {query !== undefined && choices.length > 0 ? (
        <AtPicker id={listId} members={choices} active={Math.min(active, choices.length - 1)} onPick={pick} />
      ) : null}
      {showsEmojis ? <EmojiPicker onPick={insert} /> : null}
      <div className={css.tools}>
        <label className={css.only}>
          <input type="checkbox" checked={staffOnly} onChange={(event) => onStaffOnly(event.target.checked)} />
          只看老师
        </label>
        <button
          type="button"
          className={css.tool}
          aria-expanded={showsEmojis}
          disabled={reason !== undefined}
          onClick={() => setShowsEmojis(!showsEmojis)}
        >
          表情
        </button>
        <button
          type="button"
          className={css.tool}
          aria-label="叫人"
          disabled={reason !== undefined}
          onClick={() => {
            insert(text && !/\s$/.test(text) ? ' @' : '@')
            setQuery('')
            setActive(0)
          }}
        >
          @
        </button>
        <span className={`${css.count} num ${tooLong ? css.over : ''}`} id={`${id}-count`}>
          {length} / {most}
        </span>
      </div>
      <div className={css.line}>
        <textarea
          ref={area}
          className={css.area}
          rows={text.length > 24 || text.includes('\n') ? 3 : 1}
          value={text}
          disabled={reason !== undefined}
          placeholder={reason?.short ?? '说点什么，回车发送'}
          aria-label="说点什么"
          aria-describedby={`${id}-count`}
          aria-invalid={tooLong || undefined}
          aria-autocomplete="list"
          aria-controls={choices.length > 0 ? listId : undefined}
          aria-activedescendant={
            query !== undefined && choices.length > 0 ? `${listId}-${Math.min(active, choices.length - 1)}` : undefined
          }
          enterKeyHint="send"
          onChange={(event) => handleChange(event.target.value, event.target.selectionStart)}
          onKeyDown={handleKey}
          onBlur={() => setQuery(undefined)}
        />
        <Button tone="primary" type="submit" disabled={reason !== undefined || tooLong || text.trim() === ''}>
          发送
        </Button>
      </div>
      {reason?.long ? (
        <p className={css.reason} role="status">
          {reason.long}
        </p>
      ) : null}
      {tooLong ? (
        <p className={`${css.reason} ${css.over}`} role="alert">
          最多 {most} 字，删掉 {length - most} 字再发
        </p>
      ) : null}
    </form>
  )
}
