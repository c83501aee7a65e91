import { type ReactNode, useCallback } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { RoomWait } from '#client/features/room/room-states.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { AiStage } from '#client/pages/play/ai-stage.tsx'
import { PreviewRoom } from '#client/pages/play/preview-room.tsx'
import { readPreview } from '#client/pages/play/room-input.ts'
import { useBrowserCall } from '#client/pages/play/use-browser-call.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'
import { aiLiveRoute, fetchAiLive } from '#client/features/play/play-queries.ts'
import { playAddressOf } from '#shared/rules/play-address.ts'

/** A room whose film runs on the clock, as learners will see it. */
export function PreviewMind({ params, search }: PageProps): ReactNode {
  const { api } = useApp()
  const input = readPreview(params, new URLSearchParams(search))
  const { data, error, refetch } = useBrowserCall(aiLiveRoute, input)
  const refresh = useCallback(() => void refetch(), [refetch])
  const renew = async (): Promise<PlayAddress> => {
    const address = playAddressOf(await fetchAiLive(api, input))
    if (!address) throw new Error('nothing to play')
    return address
  }
  if (!data) return <RoomWait error={error} onRetry={refresh} />
  return (
    <PreviewRoom
      input={input}
      live={{ ...data.liveInfo, liveStatus: data.aiLiveStatus }}
      hangings={data}
      groupId={data.groupId}
      isAiLive
      stage={<AiStage info={data} address={playAddressOf(data)} renew={renew} onStatus={refresh} />}
      onStatus={refresh}
    />
  )
}
