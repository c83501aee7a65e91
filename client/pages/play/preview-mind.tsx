import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { RoomNotFound, RoomWait } from '#client/features/room/room-states.tsx'
import { RoomView } from '#client/features/room/room-view.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { type AiLive, AiStage } from '#client/pages/play/ai-stage.tsx'
import { readPreview, roomTitle } from '#client/pages/play/room-input.ts'
import { useBrowserCall } from '#client/pages/play/use-browser-call.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

/** A room whose film runs on the clock, as learners will see it. */
export function PreviewMind({ params, search }: PageProps): ReactNode {
  const input = readPreview(params, new URLSearchParams(search))
  const { data, error, refetch } = useBrowserCall('GET /api/ai-live/get-live-info', input)
  return data ? <Room input={input} info={data} /> : <RoomWait error={error} onRetry={() => void refetch()} />
}

function Room({ input, info }: { input: ReturnType<typeof readPreview>; info: AiLive }): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  const { liveInfo, aiLiveStatus } = info
  if (aiLiveStatus === LiveStatus.notFound) return <RoomNotFound />
  const renew = async (): Promise<PlayAddress> => {
    const { address } = await api.call('GET /api/ai-live/get-live-info', input)
    if (!address) throw new Error('nothing to play')
    return address
  }
  return (
    <RoomView
      title={roomTitle(liveInfo.liveCourseResultVO)}
      leaveHref={liveInfo.liveCourseResultVO?.courseUrl ?? '/live/list'}
      status={aiLiveStatus}
      begDate={liveInfo.periodBegDate}
      endDate={liveInfo.periodEndDate}
      liveLabel="录播直播"
      groupId={user && !input.previewToken ? info.groupId : null}
      periodId={input.periodId}
      scheduleId={input.scheduleId}
      notice={info.notice}
      isPreview
      isAiLive
      stage={<AiStage info={info} renew={renew} onStatus={() => undefined} />}
      onStatus={() => undefined}
    />
  )
}
