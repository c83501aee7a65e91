import type { ReactNode } from 'react'
import { CountdownTo } from '#client/features/room/countdown-to.tsx'
import { LobbyCard } from '#client/features/room/lobby-card.tsx'
import { ReminderSwitch } from '#client/features/room/reminder-switch.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { Button } from '#client/ui/button.tsx'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './waiting.module.css'

/** So many seats are drawn; beyond them only the number grows. */
const seats = Array.from({ length: 36 }, (_, seat) => seat)

/** How many have come already, as seats that fill. */
function Seats(): ReactNode {
  const count = useChat((chat) => chat.onlineCount)
  if (count === undefined) return <div className={css.seats} />
  return (
    <div className={css.seats}>
      <p className={css.row} aria-hidden="true">
        {seats.map((seat) => (
          <span key={seat} className={seat < count ? `${css.seat} ${css.taken}` : css.seat} />
        ))}
      </p>
      <p className="s13 muted">
        <span className="num">{countText(count)}</span> 人已经到了
      </p>
    </div>
  )
}

/** The class is on and its picture hasn't come yet: what it will be, and who is there already. */
export function NotOnAir({ lobby, onAsk }: { lobby: RoomLobby; onAsk: () => void }): ReactNode {
  return (
    <div className={css.waiting}>
      <LobbyCard lobby={lobby} heading="p" look="brief" />
      <div className={css.until} role="status">
        <p className={css.title}>老师还没有开播</p>
        <p className="muted">画面来了会自己开始</p>
        <Seats />
        <Button tone="quiet" size="s" onClick={onAsk}>
          刷新
        </Button>
      </div>
    </div>
  )
}

interface WaitingProps {
  lesson: { periodId: number; scheduleId?: number }
  lobby: RoomLobby
  /** Null: nobody has set a time; undefined: no answer has told the server's clock yet. */
  begDate: number | null | undefined
  /** Whether one will be reminded; null: there is nothing to ask for. */
  reminder: boolean | null
  /** Its time has come. */
  onBegin: () => void
}

/** The class hasn't begun: what it will be, how long that is, who has come already. */
export function Waiting({ lesson, lobby, begDate, reminder, onBegin }: WaitingProps): ReactNode {
  return (
    <div className={css.waiting}>
      <LobbyCard lobby={lobby} heading="p" look="brief" />
      <div className={css.until}>
        <p className={css.title}>还没有上课</p>
        {begDate === null ? <p className="muted">上课时间还没有定</p> : <CountdownTo time={begDate} onEnd={onBegin} />}
        <Seats />
        {begDate === null ? null : <p className="s13 muted">到时间会自动进入，不用刷新</p>}
        {reminder === null ? null : <ReminderSwitch lesson={lesson} isOn={reminder} />}
      </div>
    </div>
  )
}
