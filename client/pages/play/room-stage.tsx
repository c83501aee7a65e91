import type { ReactNode, Ref } from 'react'
import { Player, type PlayerHandle, type PlayerTick } from '#client/features/play/player/player.tsx'
import { TwoAreas } from '#client/features/room/two-areas.tsx'
import type { PlayAddress, VideoOptions } from '#shared/contract/play-fields.ts'

interface RoomStageProps {
  handle?: Ref<PlayerHandle> | undefined
  address: PlayAddress
  options: VideoOptions
  mode: 'film' | 'live' | 'clock'
  startSec?: number
  onAddressNeeded: () => Promise<PlayAddress>
  onTick?: (tick: PlayerTick) => void
  onEnded?: () => void
}

/** The part of an address that is one of its pictures. */
function only(address: PlayAddress, index: number): PlayAddress {
  const url = address.urlInfoV2[index]
  return url ? { ...address, playUrl: url.url, urlInfoV2: [url] } : address
}

/** The picture of a class: slides large and the teacher small, or the one that there is. */
export function RoomStage({
  handle,
  address,
  options,
  mode,
  startSec = 0,
  onAddressNeeded,
  onTick,
  onEnded,
}: RoomStageProps): ReactNode {
  // Of a class that is watched again several addresses are qualities of its one film.
  const pictures =
    mode !== 'film' && address.urlInfoV2.length > 1
      ? address.urlInfoV2.slice(0, 2)
      : [{ name: options.title, sortNum: 0 }]
  const areas = pictures.map(({ name }, index) => ({
    key: `${index}`,
    name: name || (index === 0 ? '课件' : '老师'),
    render: (isSmall: boolean) => (
      <Player
        address={only(address, index)}
        options={options}
        mode={mode}
        startSec={startSec}
        resumes={false}
        small={isSmall}
        label={pictures.length > 1 ? `${name} ${options.title}` : options.title}
        onAddressNeeded={async () => only(await onAddressNeeded(), index)}
        {...(index === 0 ? { handle } : {})}
        {...(index === 0 && onTick ? { onTick } : {})}
        {...(index === 0 && onEnded ? { onEnded } : {})}
      />
    ),
  }))
  return <TwoAreas areas={areas} />
}
