import { type ReactNode, useId } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { AtPicker } from '#client/features/room/at-picker.tsx'
import { EmojiPicker } from '#client/features/room/emoji-picker.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { type Draft, handleDraftEscape, handleDraftKey, most, useDraft } from '#client/features/room/use-draft.ts'
import { Button } from '#client/ui/button.tsx'
import { momentText } from '#shared/rules/number-text.ts'
import css from './composer.module.css'

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

/** What stands above the line: names behind an @, emojis. */
function Choices({ draft, listId }: { draft: Draft; listId: string }): ReactNode {
  const { query, choices, choice, found, showsEmojis } = draft
  return (
    <>
      {query === '' && choices.length === 0 ? (
        <p className={`${css.names} ${css.noName}`} role="status">
          {nobodyText(found)}
        </p>
      ) : null}
      {query !== undefined && choices.length > 0 ? (
        <AtPicker id={listId} members={choices} active={choice} onPick={draft.pick} />
      ) : null}
      {showsEmojis ? <EmojiPicker onPick={draft.insert} /> : null}
    </>
  )
}

interface ComposerProps {
  readonly staffOnly: boolean
  readonly onStaffOnly: (only: boolean) => void
}

function Tools({
  draft,
  isShut,
  countId,
  staffOnly,
  onStaffOnly,
}: ComposerProps & { draft: Draft; isShut: boolean; countId: string }): ReactNode {
  return (
    <div className={css.tools}>
      <label className={css.only}>
        <input type="checkbox" checked={staffOnly} onChange={(event) => onStaffOnly(event.target.checked)} />
        只看老师
      </label>
      <button
        type="button"
        className={css.tool}
        aria-expanded={draft.showsEmojis}
        disabled={isShut}
        onClick={draft.toggleEmojis}
      >
        表情
      </button>
      <button type="button" className={css.tool} aria-label="叫人" disabled={isShut} onClick={draft.call}>
        @
      </button>
      <span className={`${css.count} num ${draft.tooLong ? css.over : ''}`} id={countId}>
        {draft.length} / {most}
      </span>
    </div>
  )
}

function Line({
  draft,
  reason,
  countId,
  listId,
}: {
  draft: Draft
  reason: Reason | undefined
  countId: string
  listId: string
}): ReactNode {
  const { text, tooLong, query, choices, choice } = draft
  return (
    <div className={css.line}>
      <textarea
        ref={draft.area}
        className={css.area}
        rows={text.length > 24 || text.includes('\n') ? 3 : 1}
        value={text}
        disabled={reason !== undefined}
        placeholder={reason?.short ?? '说点什么，回车发送'}
        aria-label="说点什么"
        aria-describedby={countId}
        aria-invalid={tooLong || undefined}
        aria-autocomplete="list"
        aria-controls={choices.length > 0 ? listId : undefined}
        aria-activedescendant={query !== undefined && choices.length > 0 ? `${listId}-${choice}` : undefined}
        enterKeyHint="send"
        onChange={(event) => draft.change(event.target.value, event.target.selectionStart)}
        onKeyDown={(event) => handleDraftKey(draft, event)}
        onBlur={draft.leave}
      />
      <Button tone="primary" type="submit" disabled={reason !== undefined || tooLong || text.trim() === ''}>
        发送
      </Button>
    </div>
  )
}

/** Where learners write. Enter sends, Shift+Enter is a new line; @ calls somebody. */
export function Composer(props: ComposerProps): ReactNode {
  const id = useId()
  const reason = useReason()
  const draft = useDraft(reason !== undefined)
  const [listId, countId] = [`${id}-at`, `${id}-count`]
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        draft.send()
      }}
      onKeyDown={(event) => handleDraftEscape(draft, event)}
    >
      <Choices draft={draft} listId={listId} />
      <Tools {...props} draft={draft} isShut={reason !== undefined} countId={countId} />
      <Line draft={draft} reason={reason} countId={countId} listId={listId} />
      {reason?.long ? (
        <p className={css.reason} role="status">
          {reason.long}
        </p>
      ) : null}
      {draft.tooLong ? (
        <p className={`${css.reason} ${css.over}`} role="alert">
          最多 {most} 字，删掉 {draft.length - most} 字再发
        </p>
      ) : null}
    </form>
  )
}
