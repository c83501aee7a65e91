import { type RefObject, useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { noteWatch } from '#client/features/play/last-watch.ts'
import type { OtherPlayer, PlayAddress } from '#shared/contract/play-fields.ts'
import { fetchFilmAddress, takeOver } from '#client/features/play/play-queries.ts'
import { playAddressOf } from '#shared/rules/play-address.ts'

/** What a room's answer says of the player that it opened. */
type Opened = Parameters<typeof playAddressOf>[0] & {
  readonly watchId: string | null
  readonly otherPlayer: OtherPlayer | null
}

/** A player of which an account has one that plays at a time. */
export interface LeasedPlayer {
  /** The player that plays here; undefined while another player of the account is open, or there is no picture. */
  playingId: string | undefined
  /** Where it plays from. */
  address: PlayAddress | undefined
  otherPlayer: OtherPlayer | null
  /** Another player of the account has taken over; which one, when that is known. */
  noteTaken: (otherPlayer: OtherPlayer | null) => void
  takeOver: () => Promise<void>
  renew: () => Promise<PlayAddress>
}

/** The player of the newest answer; `former` is what the page's next answer replaces. */
export function useLeasedPlayer(opened: Opened | undefined, former: RefObject<string | undefined>): LeasedPlayer {
  const { api } = useApp()
  // The player that is taken over here, and the one that was taken away.
  const [own, setOwn] = useState<{ watchId: string; address: PlayAddress }>()
  const [taken, setTaken] = useState<{ watchId: string; otherPlayer: OtherPlayer | null }>()
  const watchId = opened?.watchId ?? undefined
  const isTaken = watchId !== undefined && taken?.watchId === watchId
  const address = isTaken ? undefined : own && own.watchId === watchId ? own.address : opened && playAddressOf(opened)
  const playingId = address ? watchId : undefined
  useEffect(() => {
    if (!playingId) return
    noteWatch(playingId)
    former.current = playingId
  }, [playingId, former])
  const renew = (): Promise<PlayAddress> => fetchFilmAddress(api, { watchId: watchId ?? '' })
  return {
    playingId,
    address,
    otherPlayer: isTaken ? (taken?.otherPlayer ?? null) : address ? null : (opened?.otherPlayer ?? null),
    noteTaken: (otherPlayer) => {
      if (!watchId) return
      noteWatch(undefined)
      setTaken({ watchId, otherPlayer })
    },
    takeOver: async () => {
      if (!watchId) return
      await takeOver(api, { watchId })
      setOwn({ watchId, address: await renew() })
      setTaken(undefined)
    },
    renew,
  }
}
