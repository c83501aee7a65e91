import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './room-dialog.module.css'

type Activity = CallOutput<'GET /api/activity/detail'>
type Draw = CallOutput<'POST /api/activity/lottery'>

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
              {prize.name}
              {prize.isLeft ? null : <span className="faint">（已送完）</span>}
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

function Proof({ activity }: { activity: Activity }): ReactNode {
  return (
    <details className={css.proof}>
      <summary>怎么证明没有作弊</summary>
      <p>开始前就公布了密数的摘要（SHA-256），每次抽奖都由密数算出。结束后公布密数，谁都能重算一遍。</p>
      <p>
        摘要 <code>{activity.commitment}</code>
      </p>
      <p>密数 {activity.secret ? <code>{activity.secret}</code> : '结束后公布'}</p>
    </details>
  )
}

function MyPrizes({ activityId }: { activityId: number }): ReactNode {
  const { api } = useApp()
  const { data } = useQuery({ ...callQuery(api, 'GET /api/activity/my/prize', { activityId }), staleTime: 0 })
  if (!data || data.length === 0) return <p className="s13 muted">{data ? '你还没有中奖' : '正在查我的奖品'}</p>
  return (
    <ul className={css.mine} aria-label="我的奖品">
      {data.map((prize) => (
        <li key={`${prize.prizeId}-${prize.drawTime}`}>
          <b>{prize.name}</b>
          <span className="s13 muted">{momentText(prize.drawTime)}</span>
        </li>
      ))}
    </ul>
  )
}

function Drawing({ activity, onDrawn }: { activity: Activity; onDrawn: () => Promise<void> }): ReactNode {
  const { api } = useApp()
  const [drawn, setDrawn] = useState<Draw>()
  const [busy, act] = useRoomAction('没有抽成，请再试一次')
  const draw = async (): Promise<void> => {
    await act(async () => setDrawn(await api.call('POST /api/activity/lottery', { activityId: activity.id })))
    await onDrawn()
  }
  const canDraw = activity.isOpen && activity.remainTimes > 0
  return (
    <>
      {drawn ? (
        <p className={css.result} role="status">
          {drawn.prizeId === null ? '这次没有中奖' : `中奖了：${drawn.name}`}
        </p>
      ) : null}
      <Button tone="primary" full busy={busy} disabled={!canDraw || busy} onClick={() => void draw()}>
        {activity.isOpen ? (activity.remainTimes > 0 ? `抽一次（还有 ${activity.remainTimes} 次）` : '抽奖次数用完了') : activity.secret ? '抽奖已经结束' : `${momentText(activity.begDate)} 开始`}
      </Button>
    </>
  )
}

/** The draw of a room with its published odds. */
export function LotteryDialog({ activityId, onClose }: { activityId: number; onClose: () => void }): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data: activity, isError, refetch } = useQuery({ ...callQuery(api, 'GET /api/activity/detail', { activityId }), staleTime: 0 })
  const handleDrawn = async (): Promise<void> => {
    await Promise.all([refetch(), queries.invalidateQueries({ queryKey: ['GET /api/activity/my/prize'] })])
  }
  return (
    <Dialog title={activity?.name ?? '抽奖'} onClose={onClose}>
      {activity ? (
        <>
          <p className="s13 muted">
            {momentText(activity.begDate)} 至 {momentText(activity.endDate)}，中过奖的不再抽
          </p>
          <Prizes activity={activity} />
          <Drawing activity={activity} onDrawn={handleDrawn} />
          <MyPrizes activityId={activityId} />
          <Proof activity={activity} />
        </>
      ) : isError ? (
        <ErrorBlock message="没有找到这个抽奖" onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={6} />
      )}
    </Dialog>
  )
}
