import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import type { PlayerHandle } from '#client/features/play/player/player.tsx'
import { ReplayChat } from '#client/features/room/replay-chat.tsx'
import { StageText } from '#client/features/room/room-states.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { PreviewRoom } from '#client/pages/play/preview-room.tsx'
import { readPreview } from '#client/pages/play/room-input.ts'
import { RoomStage } from '#client/pages/play/room-stage.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import { fetchLiveInfo, liveInfoQuery } from '#client/features/room/room-queries.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

/** A live room as learners will see it, before it opens. */
export function PreviewLive({ params, search }: PageProps): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const input = readPreview(params, new URLSearchParams(search))
  const info = useRead(liveInfoQuery, input)
  const { user } = useSession()
  const [second, setSecond] = useState(0)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((to: number) => player.current?.seek(to), [])
  const toAddress = (urls: typeof info.urlInfoV2): PlayAddress => ({
    playUrl: urls[0]?.url ?? '',
    urlInfoV2: urls,
    expireTime: null,
  })
  const renew = async (): Promise<PlayAddress> => toAddress((await fetchLiveInfo(api, input)).urlInfoV2)
  const key = JSON.stringify(input)
  const refresh = useCallback(() => {
    queries.fetchQuery({ ...liveInfoQuery(api, JSON.parse(key)), staleTime: 0 }).catch(() => undefined)
  }, [api, queries, key])
  const name = info.liveCourseResultVO?.periodName ?? '教室'
  const options = {
    title: name,
    coverImg: info.liveCourseResultVO?.coverImg ?? null,
    duration: 0,
    captions: [],
    watermark: '',
  }
  const isReplay = info.liveStatus === LiveStatus.ended && info.urlInfoV2.length > 0
  // What was said is for those who may be in the room; a link that was signed shows the picture alone.
  const isInside = user !== undefined && !input.previewToken
  return (
    <PreviewRoom
      input={input}
      live={info}
      hangings={info}
      groupId={info.groupId}
      stage={
        info.urlInfoV2.length > 0 ? (
          <RoomStage
            handle={player}
            address={toAddress(info.urlInfoV2)}
            options={options}
            mode={isReplay ? 'film' : 'live'}
            onAddressNeeded={renew}
            onTick={({ position }) => setSecond(Math.floor(position))}
          />
        ) : (
          <StageText title="还没有画面" text="老师开播以后，这里就是学员看到的样子" />
        )
      }
      chat={
        isReplay && isInside ? (
          <ReplayChat periodId={input.periodId} scheduleId={input.scheduleId} positionSec={second} onSeek={seek} />
        ) : undefined
      }
      onStatus={refresh}
    />
  )
}
