import { memo, type ReactNode, useEffect, useState } from 'react'
import { hasLine, namesIn, recalledText, systemText } from '#client/features/room/chat-lines.ts'
import type { ImGroup } from '#client/features/room/room-store.ts'
import type { OutgoingMessage } from '#client/features/room/outbox.ts'
import { Face, isStaffType, RoleTag } from '#client/features/room/people.tsx'
import { useRoom } from '#client/features/room/room-context.ts'
import { useCanRecall } from '#client/features/room/use-can-recall.ts'
import { Icon } from '#client/ui/icon.tsx'
import { CustomMessage, SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { timeText } from '#shared/rules/number-text.ts'
import css from './chat.module.css'

type Me = ImGroup['me']

/** What the chat does with a message that was chosen. */
export type ChooseMessage = (message: ImMessage) => void

/** The nickname of somebody who has said nothing here, asked for with others. */
function useNickname(userId: string | undefined): string {
  const { lookup } = useRoom()
  const [name, setName] = useState('')
  useEffect(() => {
    let gone = false
    if (userId) void lookup(userId).then((user) => gone || setName(user?.nickname ?? ''))
    return () => {
      gone = true
    }
  }, [lookup, userId])
  return name
}

function SystemLine({ message, me }: { message: ImMessage; me: Me | undefined }): ReactNode {
  const userId =
    message.systemType === SystemMessage.mute || message.systemType === SystemMessage.queueCall
      ? message.system?.userId
      : undefined
  const isMe = userId !== undefined && userId === me?.userId
  const name = useNickname(isMe ? undefined : userId)
  return <p className={css.system}>{systemText(message, isMe ? '你' : name ? ` ${name} ` : '一位成员').trim()}</p>
}

function RecalledLine({
  message,
  by,
  me,
}: {
  message: ImMessage
  by: string | undefined
  me: Me | undefined
}): ReactNode {
  const other = by === message.from?.userId ? undefined : by
  const name = useNickname(other === me?.userId ? undefined : other)
  return (
    <p className={css.system}>
      {recalledText(message, other === undefined ? undefined : { userId: other, name: name || '老师' }, me?.userId)}
    </p>
  )
}

function Words({ text, me }: { text: string; me: Me | undefined }): ReactNode {
  const { store } = useRoom()
  // Names of who has spoken lately: enough to make a call stand out.
  const names = text.includes('@')
    ? [
        ...new Set([
          me?.nickname ?? '',
          ...store
            .getState()
            .messages.slice(-200)
            .map(({ from }) => from?.nickname ?? ''),
        ]),
      ]
    : []
  return (
    <>
      {namesIn(text, names).map((part, index) =>
        part.isName ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change their order, and two may be alike
          <b key={index} className={css.name}>
            {part.text}
          </b>
        ) : (
          part.text
        ),
      )}
    </>
  )
}

function Said({
  message,
  me,
  gifts,
}: {
  message: ImMessage
  me: Me | undefined
  gifts: number | undefined
}): ReactNode {
  if (message.gift) {
    return (
      <p className={css.gift}>
        <img src={message.gift.img} alt="" width="24" height="24" />
        送出 {message.gift.name} <b className={css.times}>×{gifts ?? message.gift.count}</b>
      </p>
    )
  }
  return (
    <p className={css.words}>
      <Words text={message.text?.text ?? ''} me={me} />
    </p>
  )
}

/** With what others said something can always be done; with one's own only while it may be taken back. */
function More({
  message,
  me,
  isMine,
  onChoose,
}: {
  message: ImMessage
  me: Me
  isMine: boolean
  onChoose: ChooseMessage
}): ReactNode {
  const mayRecall = useCanRecall(message, me)
  if (isMine && !mayRecall) return null
  return (
    <button
      type="button"
      className={css.more}
      aria-haspopup="dialog"
      aria-label={`对${message.from?.nickname ?? ''}的消息操作`}
      onClick={() => onChoose(message)}
    >
      <Icon name="more" />
    </button>
  )
}

interface LineProps {
  message: ImMessage
  /** The last of equal presents that are shown together; the message unless told. */
  newest?: ImMessage
  /** How many presents it is. */
  gifts?: number
  me: Me | undefined
  staffOnly: boolean
  /** Who took it back. */
  recalledBy: string | undefined
  /** Undefined: nothing can be done with messages here. */
  onChoose: ChooseMessage | undefined
}

/** One entry of the chat; nothing for those that only change something. */
export const ChatLine = memo(function ChatLine({
  message,
  newest = message,
  gifts,
  me,
  staffOnly,
  recalledBy,
  onChoose,
}: LineProps): ReactNode {
  if (!hasLine(message, staffOnly)) return null
  if (message.type === 'system') return <SystemLine message={message} me={me} />
  if (message.recalled) return <RecalledLine message={message} by={recalledBy} me={me} />
  const { from } = message
  if (!from) return null
  const isMine = from.userId === me?.userId
  const callsMe = me !== undefined && message.text?.at.includes(me.userId)
  const look = [
    css.message,
    from.userType === 'teacher' ? css.teacher : '',
    isMine ? css.mine : '',
    callsMe ? css.called : '',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={look} data-seq={message.seq}>
      <Face user={from} />
      <div className={css.body}>
        <p className={css.who}>
          {isStaffType(from.userType) ? <RoleTag userType={from.userType} /> : null}
          <span className="one">{from.nickname}</span>
          {from.userType === 'vip' ? <RoleTag userType="vip" /> : null}
          {message.customType === CustomMessage.fake ? <span className={css.demo}>演示</span> : null}
          <time className={css.time} dateTime={new Date(message.time).toISOString()}>
            {timeText(message.time)}
          </time>
        </p>
        <Said message={message} me={me} gifts={gifts} />
      </div>
      {onChoose && me ? <More message={newest} me={me} isMine={isMine} onChoose={onChoose} /> : null}
    </div>
  )
})

/** Something on its way, or that didn't get through. */
export function OutgoingLine({ message, me }: { message: OutgoingMessage; me: Me | undefined }): ReactNode {
  const { store } = useRoom()
  if (!me) return null
  return (
    <div
      className={`${css.message} ${css.mine} ${me.userType === 'teacher' ? css.teacher : ''}`}
      data-state={message.state}
    >
      <Face user={me} />
      <div className={css.body}>
        <p className={css.who}>
          {isStaffType(me.userType) ? <RoleTag userType={me.userType} /> : null}
          <span className="one">{me.nickname}</span>
          {message.state === 'sending' ? <span className={css.time}>发送中</span> : null}
        </p>
        <p className={css.words}>{message.text}</p>
        {message.state === 'failed' ? (
          <p className={css.failed} role="alert">
            {message.error}
            <button type="button" className={css.again} onClick={() => store.retry(message.clientMsgId)}>
              重试
            </button>
            <button type="button" className={css.again} onClick={() => store.discard(message.clientMsgId)}>
              不发了
            </button>
          </p>
        ) : null}
      </div>
    </div>
  )
}
