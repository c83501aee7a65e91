import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { isStaffType, RoleTag } from '#client/features/room/people.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { memberDetailQuery, muteMember } from '#client/features/room/chat-queries.ts'
import css from './room-dialog.module.css'

type Detail = CallOutput<'GET /api/im/user-detail'>

/** Minutes until a moment, at least one. */
function minutesUntil(time: number): number {
  return Math.max(1, Math.ceil((time - serverNow()) / 60_000))
}

/** Who somebody is, whether they may speak, and whether they have what the room offers. */
function Facts({ detail, isError }: { detail: Detail | undefined; isError: boolean }): ReactNode {
  const { isEstoppel, untilTime, saleInfo } = detail ?? {}
  return (
    <p className={css.facts} aria-busy={!detail && !isError}>
      {isError ? '没有查到这位成员的情况' : null}
      {detail ? <RoleTag userType={detail.userType} /> : null}
      {isEstoppel ? <Tag tone="wait">禁言中</Tag> : null}
      {isEstoppel ? <span>{untilTime ? `到 ${momentText(untilTime)}` : '没有期限'}</span> : null}
      {saleInfo ? (
        <span>
          {saleInfo.name}：{saleInfo.isBuy ? '已报名' : '没有报名'}
        </span>
      ) : null}
    </p>
  )
}

/** Silences somebody for a while, or lets them speak again. */
function MuteButtons({
  userId,
  isMuted,
  onDone,
}: {
  userId: string
  isMuted: boolean | undefined
  onDone: () => void
}): ReactNode {
  const { api } = useApp()
  const { endTime } = useRoom()
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const [busy, act] = useRoomAction()
  const mute = async (minutes?: number): Promise<void> => {
    if (
      await act(
        () =>
          muteMember(api, {
            groupId,
            userId,
            isEstoppel: true,
            ...(minutes === undefined ? {} : { minutes }),
          }),
        '已禁言',
      )
    )
      onDone()
  }
  const lift = async (): Promise<void> => {
    if (await act(() => muteMember(api, { groupId, userId, isEstoppel: false }), '已解除禁言')) onDone()
  }
  return (
    <fieldset className={css.group} aria-busy={busy}>
      <legend>{isMuted ? '改禁言的期限' : '禁言'}</legend>
      <Button tone="quiet" size="s" onClick={() => void mute(10)}>
        10 分钟
      </Button>
      <Button tone="quiet" size="s" onClick={() => void mute(60)}>
        1 小时
      </Button>
      {endTime !== undefined && endTime > serverNow() ? (
        <Button tone="quiet" size="s" onClick={() => void mute(minutesUntil(endTime))}>
          到下课
        </Button>
      ) : null}
      <Button tone="quiet" size="s" onClick={() => void mute()}>
        不限时
      </Button>
      {isMuted === false ? null : (
        <Button tone="secondary" size="s" onClick={() => void lift()}>
          解除禁言
        </Button>
      )}
    </fieldset>
  )
}

/** For staff: one member and their right to speak, as it is now. */
export function MemberCare({ userId, onDone }: { userId: string; onDone: () => void }): ReactNode {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const { data: detail, isError } = useQuery({
    ...memberDetailQuery(api, { userId, groupId }),
    staleTime: 0,
    gcTime: 0,
  })
  const mayBeMuted = detail ? !isStaffType(detail.userType) : isError
  return (
    <>
      <Facts detail={detail} isError={isError} />
      {mayBeMuted ? <MuteButtons userId={userId} isMuted={detail?.isEstoppel} onDone={onDone} /> : null}
    </>
  )
}
