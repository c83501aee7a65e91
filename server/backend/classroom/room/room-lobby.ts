import type { Database } from '#server/backend/db/database.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import { toYuan } from '#shared/rules/money.ts'
import { findLiveInfo, noLiveInfo } from './live-info.ts'
import { findLesson, findLessonRoom, type WhichLesson } from './room-store.ts'
import { findLobbyOffer } from './room-lobby-store.ts'

const noLobby: RoomLobby = {
  kind: null,
  liveInfo: noLiveInfo,
  isFreeStudy: false,
  price: null,
  learnAim: null,
  lessons: [],
}

/** What anybody may know of a class before they are in it; of one that isn't published, nothing. */
export async function findLobby(db: Database, which: Omit<WhichLesson, 'drafts'>, now: Date): Promise<RoomLobby> {
  const lesson = await findLesson(db, which, now)
  if (!lesson || lesson.kind === PeriodKind.video) return noLobby
  const [liveInfo, offer] = await Promise.all([
    findLessonRoom(db, lesson).then((room) => findLiveInfo(db, lesson, room, now)),
    findLobbyOffer(db, lesson),
  ])
  return {
    kind: lesson.kind,
    liveInfo,
    isFreeStudy: lesson.isFreeStudy,
    price: offer?.priceFen == null ? null : toYuan(offer.priceFen),
    learnAim: offer?.learnAim ?? null,
    lessons: offer?.lessons ?? [],
  }
}
