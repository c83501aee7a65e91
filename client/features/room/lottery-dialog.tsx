import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { LotteryProof, newClientValue } from '#client/features/room/lottery-proof.tsx'
import { LotteryWheel, prizeAt, turnMs } from '#client/features/room/lottery-wheel.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { momentText } from '#shared/rules/number-text.ts'
import wheel from './lottery.module.css'
import { activityQuery, drawLottery, prizesQuery } from '#client/features/room/tool-queries.ts'
import css from './room-dialog.module.css'

type Activity = CallOutput<'GET /api/activity/detail'>
type Draw = CallOutput<'POST /api/activity/lottery'>
type Prize = CallOutput<'GET /api/activity/my/prize'>[number]

/** '12.5%' of 0.125; at most two decimals, never rounded up to more than there is. */
function percentText(share: number): string {
  return `${Math.floor(share * 10_000 + 1e-6) / 100}%`
}

function Prizes({ activity }: { activity: Activity }): ReactNode {
  return (
    <table className={css.prizes}>
      <caption className="visually-hidden">奖品和中奖概率</caption>
      <thead>
        <tr>
          <th scope="col">奖品</th>
          <th scope="col">每次抽中的机会</th>
        </tr>
      </thead>
      <tbody>
        {activity.prizes.map((prize) => (
          <tr key={prize.id}>
            <td>
              <span className={wheel.prize}>
                {prize.img ? <img src={prize.img} alt="" width="32" height="32" /> : null}
                <span>
                  {prize.name}
                  {prize.isLeft ? null : <span className="faint">（已送完）</span>}
                </span>
              </span>
            </td>
            <td className="num">{percentText(prize.odds)}</td>
          </tr>
        ))}
        <tr>
          <td>没有奖品</td>
          <td className="num">{percentText(activity.noPrizeOdds)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function MyPrizes({ prizes, isError }: { prizes: readonly Prize[] | undefined; isError: boolean }): ReactNode {
  if (isError) return <p className={css.own}>我的奖品没有加载出来</p>
  if (!prizes || prizes.length === 0) return <p className={css.own}>{prizes ? '你还没有中奖' : '正在查我的奖品'}</p>
  return (
    <ul className={css.mine} aria-label="我的奖品">
      {prizes.map((prize) => (
        <li key={`${prize.prizeId}-${prize.drawTime}`}>
          <b>{prize.name}</b>
          <span className="s13 muted">{momentText(prize.drawTime)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Why nobody draws now; undefined when this learner can. */
function closedText(
  { isOpen, remainTimes, secret, begDate }: Activity,
  isStaff: boolean,
  hasWon: boolean,
): string | undefined {
  if (!isOpen) return secret ? '抽奖已经结束' : `${momentText(begDate)} 开始`
  if (isStaff) return '老师和助教不参加抽奖'
  if (hasWon) return '你中过奖了，把机会留给其他同学'
  return remainTimes > 0 ? undefined : '抽奖次数用完了'
}

/** What a draw has come to, in words. */
function resultText({ prizeId, name, number }: Draw, prizes: Activity['prizes']): string {
  if (prizeId !== null) return `中奖了：${name}`
  const at = prizeAt(prizes, number)
  return at ? `落在“${at.name}”上，可是已经领不到了，这次没有中奖` : '这次没有中奖'
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

function Drawing({
  activity,
  isStaff,
  hasWon,
  onDrawn,
}: {
  activity: Activity
  isStaff: boolean
  hasWon: boolean
  onDrawn: () => Promise<void>
}): ReactNode {
  const { api } = useApp()
  const [drawn, setDrawn] = useState<{ draw: Draw; no: number }>()
  // The words come when the wheel stands still.
  const [shownNo, setShownNo] = useState(0)
  const [busy, act] = useRoomAction('没有抽成，请再试一次')
  const no = drawn?.no ?? 0
  const isTurning = no > shownNo
  useEffect(() => {
    if (no === 0) return undefined
    const timer = setTimeout(() => setShownNo(no), isStill() ? 0 : turnMs)
    return () => clearTimeout(timer)
  }, [no])
  const draw = async (): Promise<void> => {
    await act(async () => {
      const found = await drawLottery(api, {
        activityId: activity.id,
        clientValue: newClientValue(),
      })
      setDrawn((before) => ({ draw: found, no: (before?.no ?? 0) + 1 }))
    })
    await onDrawn()
  }
  const closed = closedText(activity, isStaff, hasWon)
  return (
    <>
      <LotteryWheel prizes={activity.prizes} number={drawn?.draw.number} turn={no} />
      <div role="status">
        {drawn && !isTurning ? (
          // Another element each time: twice the same words are told twice.
          <p key={no} className={css.result}>
            {resultText(drawn.draw, activity.prizes)}
          </p>
        ) : null}
      </div>
      {isTurning || closed === undefined ? (
        <Button tone="primary" full busy={busy || isTurning} onClick={() => void draw()}>
          {isTurning ? '正在转' : `抽一次（还有 ${activity.remainTimes} 次）`}
        </Button>
      ) : (
        <p className={css.closed}>{closed}</p>
      )}
    </>
  )
}

interface LotteryDialogProps {
  activityId: number
  /** What gets the focus when what opened it is gone. */
  returnTo?: () => HTMLElement | null | undefined
  onClose: () => void
}

/** The draw of a room with its published odds. */
export function LotteryDialog({ activityId, returnTo, onClose }: LotteryDialogProps): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  // The room's staff don't draw.
  const isStaff = useChat((chat) => chat.me?.isStaff === true)
  const { data: activity, isError, refetch } = useQuery({ ...activityQuery(api, { activityId }), staleTime: 0 })
  const mine = useQuery({
    ...prizesQuery(api, { activityId }),
    staleTime: 0,
    enabled: user !== undefined && !isStaff,
  })
  const handleDrawn = async (): Promise<void> => {
    await Promise.all([refetch(), mine.refetch()])
  }
  return (
    <Dialog title={activity?.name ?? '抽奖'} {...(returnTo ? { returnTo } : {})} onClose={onClose}>
      {activity ? (
        <>
          <p className="s13 muted">
            {momentText(activity.begDate)} 至 {momentText(activity.endDate)}，每人最多中一次
          </p>
          <Drawing activity={activity} isStaff={isStaff} hasWon={(mine.data?.length ?? 0) > 0} onDrawn={handleDrawn} />
          <Prizes activity={activity} />
          {isStaff ? null : <MyPrizes prizes={mine.data} isError={mine.isError} />}
          <LotteryProof activity={activity} userId={user?.id} />
        </>
      ) : isError ? (
        <ErrorBlock message="没有找到这个抽奖" onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={6} />
      )}
    </Dialog>
  )
}
