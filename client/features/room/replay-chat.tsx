import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Face, isStaffType, RoleTag } from '#client/features/room/people.tsx'
import { type ReplayMessage, spokenUntil, useReplayChat } from '#client/features/room/use-replay-chat.ts'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { CustomMessage } from '#shared/contract/enums.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './chat.module.css'

const RecallDialog = lazyDialog(() => import('#client/features/room/recall-dialog.tsx').then((m) => m.RecallDialog))

/** Older ones scroll out of the list. */
const shownMessages = 200
const nearPixels = 48
/** Ticks come each second, of a tab that isn't seen more seldom. */
const jumpSec = 5

export interface ReplayChatProps {
  periodId: number
  scheduleId?: number | undefined
  /** Where the player is. */
  positionSec: number
  /** Takes the player to a second; without it times are only shown. */
  onSeek?: (second: number) => void
}

function Words({ message: { text, gift } }: { message: ReplayMessage }): ReactNode {
  if (!gift) return <p className={css.words}>{text?.text ?? ''}</p>
  return (
    <p className={css.gift}>
      <img src={gift.img} alt="" width="24" height="24" />
      送出 {gift.name} × {gift.count}
    </p>
  )
}

function Moment({ second, onSeek }: { second: number; onSeek: ReplayChatProps['onSeek'] }): ReactNode {
  const text = clockText(second)
  if (!onSeek) return <span className={css.time}>{text}</span>
  return (
    <button type="button" className={css.time} aria-label={`跳到 ${text}`} onClick={() => onSeek(second)}>
      {text}
    </button>
  )
}

interface LineProps {
  message: ReplayMessage
  onSeek: ReplayChatProps['onSeek']
  /** Undefined: only staff do something with messages here. */
  onChoose: ((message: ReplayMessage) => void) | undefined
}

const Line = memo(function Line({ message, onSeek, onChoose }: LineProps): ReactNode {
  const { from, customType, offsetSec } = message
  if (!from) return null
  return (
    <div className={from.userType === 'teacher' ? `${css.message} ${css.teacher}` : css.message} data-seq={message.seq}>
      <Face user={from} />
      <div className={css.body}>
        <p className={css.who}>
          {isStaffType(from.userType) ? <RoleTag userType={from.userType} /> : null}
          <span className="one">{from.nickname}</span>
          {customType === CustomMessage.fake ? <span className={css.demo}>演示</span> : null}
          <Moment second={offsetSec} onSeek={onSeek} />
        </p>
        <Words message={message} />
      </div>
      {onChoose ? (
        <button
          type="button"
          className={css.more}
          aria-haspopup="dialog"
          aria-label={`对${from.nickname}的消息操作`}
          onClick={() => onChoose(message)}
        >
          <Icon name="more" />
        </button>
      ) : null}
    </div>
  )
})

/** What was said in a class, beside its replay: as far as the player is, back again when it goes back. */
export function ReplayChat({ periodId, scheduleId, positionSec, onSeek }: ReplayChatProps): ReactNode {
  const { env } = useApp()
  const {
    messages,
    staffGroupId: groupId,
    isPending,
    isError,
    retry,
    refresh,
  } = useReplayChat({ periodId, scheduleId }, positionSec)
  const [chosen, setChosen] = useState<ReplayMessage>()
  const second = Math.floor(positionSec)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pieces are new arrays at each rendering, their number and the second are what changes
  const lines = useMemo(() => spokenUntil(messages, second, shownMessages), [messages.length, second])
  const box = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const before = useRef(second)
  const last = lines.at(-1)?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what is followed
  useEffect(() => {
    const element = box.current
    // Whoever moves the film is where it is now, wherever they had read.
    if (second < before.current || second > before.current + jumpSec) following.current = true
    before.current = second
    if (element && following.current) element.scrollTop = element.scrollHeight
  }, [last, second])
  const handleScroll = (): void => {
    const element = box.current
    if (element) following.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPixels
  }
  if (isError && messages.length === 0) return <ErrorBlock message="聊天记录没有加载出来" onRetry={retry} />
  if (isPending && messages.length === 0) return <Skeleton kind="lines" />
  return (
    <div className={css.listFrame}>
      <div
        ref={box}
        className={css.list}
        role="log"
        aria-label="课上的聊天"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        tabIndex={0}
        onScroll={handleScroll}
      >
        {lines.map((message) => (
          <Line
            key={message.seq}
            message={message}
            onSeek={onSeek}
            onChoose={groupId === undefined ? undefined : setChosen}
          />
        ))}
        {lines.length === 0 ? (
          <p className={`${css.system} ${css.nothing}`}>
            {messages.length > 0 ? '到这里还没有人说话' : '这一段没有聊天记录'}
          </p>
        ) : null}
      </div>
      {chosen && groupId !== undefined ? (
        <RecallDialog
          styles={env.css['recall-dialog']}
          message={chosen}
          groupId={groupId}
          mayRecall
          returnTo={() =>
            box.current?.querySelector<HTMLElement>(`[data-seq="${chosen.seq}"] button[aria-haspopup]`) ?? box.current
          }
          onRecalled={refresh}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </div>
  )
}
