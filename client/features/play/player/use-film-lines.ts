import { useEffect, useRef, useState } from 'react'
import { lineNames, lineOf, onLine } from '#client/features/play/player/film-lines.ts'
import { keepPrefs, readPrefs } from '#client/features/play/player/player-prefs.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

interface FilmLinesInput {
  video: HTMLVideoElement | null
  address: PlayAddress
  isFilm: boolean
  onAddressNeeded: () => Promise<PlayAddress>
}

/** The addresses of one film, of which one plays. */
export interface FilmLines {
  /** Several only: of one there is nothing to choose. */
  names: readonly string[]
  line: number
  choose: (line: number) => void
  /** Goes over to the next line of several, without remembering it: this one gives no picture. */
  tryNext: () => void
  /** False until it is known which line was chosen the last time. */
  isKnown: boolean
  address: PlayAddress
  /** Where another line goes on; undefined before one was chosen. */
  goesOn: { at?: number; isPaused: boolean } | undefined
  onAddressNeeded: () => Promise<PlayAddress>
}

/** Which of a film's lines plays: the one that was chosen the last time, and another one from the same second on. */
export function useFilmLines({ video, address, isFilm, onAddressNeeded }: FilmLinesInput): FilmLines {
  const [kept, setKept] = useState<string>()
  const [chosen, setChosen] = useState<{
    of: string
    from: PlayAddress
    name: string
    at?: number
    isPaused: boolean
  }>()
  useEffect(() => setKept(readPrefs().line), [])
  const newest = useRef({ of: address.playUrl, address })
  if (newest.current.of !== address.playUrl) newest.current = { of: address.playUrl, address }
  if (!isFilm || address.urlInfoV2.length < 2)
    return {
      names: [],
      line: 0,
      choose: () => undefined,
      tryNext: () => undefined,
      isKnown: true,
      address,
      goesOn: undefined,
      onAddressNeeded,
    }

  // Of another film nothing has been chosen yet.
  const own = chosen?.of === address.playUrl ? chosen : undefined
  const name = own?.name ?? kept ?? ''
  const goOver = (line: number): void => {
    if (!video) return
    const at = video.readyState > 0 ? video.currentTime : own?.at
    setChosen({
      of: address.playUrl,
      from: newest.current.address,
      name: lineNames(address)[line] ?? '',
      ...(at === undefined ? {} : { at }),
      isPaused: video.paused && video.readyState > 0,
    })
  }
  return {
    names: lineNames(address),
    line: lineOf(address, name),
    choose: (line) => {
      keepPrefs({ line: lineNames(address)[line] ?? '' })
      if (line !== lineOf(address, name)) goOver(line)
    },
    tryNext: () => goOver((lineOf(address, name) + 1) % address.urlInfoV2.length),
    isKnown: kept !== undefined,
    address: onLine(own?.from ?? address, name),
    goesOn: own,
    onAddressNeeded: async () => {
      const renewed = await onAddressNeeded()
      newest.current = { of: address.playUrl, address: renewed }
      return onLine(renewed, name)
    },
  }
}
