import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Player } from '#client/features/play/player/player.tsx'
import { MessagePanel, OpeningPanel } from '#client/features/play/stage-panels.tsx'
import { ApiError } from '#shared/contract/codes.ts'
import { coachFilmQuery, fetchCoachFilm } from '#client/features/play/play-queries.ts'
import type { VideoOptions } from '#shared/contract/play-fields.ts'

/** A film without a picture of its own begins with the course's. */
export function withCover(options: VideoOptions, cover: string | null): VideoOptions {
  return { ...options, coverImg: options.coverImg ?? cover }
}

/** The coach's film of a lesson; nobody counts who watches it. */
export function CoachFilm({
  periodId,
  cover,
  keysOfPage = false,
}: {
  periodId: number
  cover: string | null
  /** The player takes the keys of the whole page. */
  keysOfPage?: boolean
  /** Called when its code can't be had, where it comes on use. */
  onClose?: () => void
}): ReactNode {
  const { api } = useApp()
  const query = coachFilmQuery(api, { id: periodId })
  const { data, error, refetch } = useQuery({ ...query, retry: false, staleTime: 0, gcTime: 0 })
  if (error)
    return (
      <MessagePanel
        message={error instanceof ApiError ? error.message : '辅导没有打开，请再试一次'}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <OpeningPanel cover={cover} />
  const askAddress = () => fetchCoachFilm(api, { id: periodId })
  return (
    <Player
      keysOfPage={keysOfPage}
      address={data}
      options={withCover(data.videoOptions, cover)}
      startSec={0}
      mode="film"
      label={data.title}
      onAddressNeeded={askAddress}
    />
  )
}
