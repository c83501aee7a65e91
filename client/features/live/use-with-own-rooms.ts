import { useMemo } from 'react'
import { useNow } from '#client/features/common/use-now.ts'
import { useOwnClasses } from '#client/features/session/use-own-classes.ts'
import { withOwnRooms } from '#client/features/live/live-state.ts'
import type { LiveCard } from '#shared/contract/fields.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'

/** The cards with the rooms of the learner's own classes; they are asked for only when one is open and not open to everybody. */
export function useWithOwnRooms(cards: readonly LiveCard[]): readonly LiveCard[] {
  const now = useNow()
  const own = useOwnClasses(now !== undefined && cards.some((card) => card.roomUrl === null && isRoomOpen(card, now)))
  return useMemo(() => (own.length > 0 ? withOwnRooms(cards, own) : cards), [cards, own])
}
