import type { Database } from '#server/backend/db/database.ts'
import { MediaStatus } from '#shared/contract/enums.ts'
import type { Caption, PlayUrl } from '#shared/contract/play-fields.ts'

/** A film with all its addresses. */
export interface Film {
  /** 1 video, 2 audio, 3 recording of a class. */
  readonly kind: number
  readonly urls: PlayUrl[]
  readonly captions: Caption[]
  readonly title: string | null
  readonly coverImg: string | null
  readonly durationSec: number | null
  /** A test film: shorter than its lessons, played over and over. */
  readonly repeats: boolean
}

/** A film that is ready, with its addresses and captions. */
export async function findFilm(db: Database, mediaId: number): Promise<Film | undefined> {
  const asset = await db
    .selectFrom('mediaAssets')
    .select([
      'mediaAssets.kind',
      'mediaAssets.title',
      'mediaAssets.coverImg',
      'mediaAssets.durationSec',
      'mediaAssets.repeats',
    ])
    .where('mediaAssets.id', '=', mediaId)
    .where('mediaAssets.status', '=', MediaStatus.ready)
    .executeTakeFirst()
  if (!asset) return undefined
  const urls = await db
    .selectFrom('mediaUrls')
    .select(['mediaUrls.sortNum', 'mediaUrls.definition', 'mediaUrls.url'])
    .where('mediaUrls.assetId', '=', mediaId)
    .orderBy('mediaUrls.sortNum')
    .execute()
  const captions = await db
    .selectFrom('mediaCaptions')
    .select(['mediaCaptions.language', 'mediaCaptions.label', 'mediaCaptions.url'])
    .where('mediaCaptions.assetId', '=', mediaId)
    .orderBy('mediaCaptions.language')
    .execute()
  return { ...asset, urls: urls.map(({ sortNum, definition, url }) => ({ sortNum, name: definition, url })), captions }
}

/** The addresses that a room was given, in their order. */
export async function findRoomUrls(db: Database, roomId: number): Promise<PlayUrl[]> {
  return db
    .selectFrom('liveRoomUrls')
    .select(['liveRoomUrls.sortNum', 'liveRoomUrls.name', 'liveRoomUrls.url'])
    .where('liveRoomUrls.roomId', '=', roomId)
    .orderBy('liveRoomUrls.sortNum')
    .execute()
}
