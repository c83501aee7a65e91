import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import { buildPeriod, buildProduct } from './backend-factories.ts'
import { readEnvelope, sendCall, type TestBackend } from './backend-harness.ts'

/** Browsers as they name themselves. */
export const pc =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

interface VideoValues {
  readonly free?: boolean
  /** Seconds that the lesson announces. */
  readonly seconds?: number
  readonly filmSec?: number | null
  readonly repeats?: boolean
  readonly courseId?: number
  readonly url?: string
}

/** A film in the private store. */
export async function buildStoredFilm(
  { database }: TestBackend,
  { filmSec = null, repeats = false, url = 'store:film/master.m3u8' }: VideoValues = {},
): Promise<number> {
  const { id } = await database.db
    .insertInto('mediaAssets')
    .values({ kind: 1, title: '影片', durationSec: filmSec, repeats })
    .returning('mediaAssets.id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('mediaUrls')
    .values({ assetId: id, sortNum: 1, definition: 'auto', protocol: 'hls', url })
    .execute()
  return id
}

/** A recorded lesson with its film, free unless said otherwise. */
export async function buildVideoLesson(
  backend: TestBackend,
  values: VideoValues = {},
): Promise<{ courseId: number; periodId: number }> {
  const { free = true, seconds = 600 } = values
  const courseId = values.courseId ?? (await buildProduct(backend.database, { lectureType: 3 }))
  const periodId = await buildPeriod(backend.database, courseId, {
    kind: 2,
    durationSec: seconds,
    isFreeStudy: free,
    mediaId: await buildStoredFilm(backend, values),
  })
  return { courseId, periodId }
}

export type PlayRoute = 'GET /api/vod/period/play' | 'GET /api/live/enter/play' | 'GET /api/ai-live/get-live-info'

/** Opens a player as one browser of a learner does. */
export async function openPlayer<R extends PlayRoute>(
  backend: TestBackend,
  { cookie, userAgent = pc }: { cookie: string; userAgent?: string | undefined },
  route: R,
  input: CallInput<R>,
): Promise<CallOutput<R>> {
  return readEnvelope<CallOutput<R>>(
    await sendCall(backend.agent, route, input, { Cookie: cookie, 'User-Agent': userAgent }),
  )
}

/** Opens a recorded lesson and answers the player's key. */
export async function openVod(
  backend: TestBackend,
  cookie: string,
  periodId: number,
  more: { watchId?: string; userAgent?: string } = {},
): Promise<string> {
  const { watchId } = await openPlayer(backend, { cookie, userAgent: more.userAgent }, 'GET /api/vod/period/play', {
    periodId,
    ...(more.watchId === undefined ? {} : { watchId: more.watchId }),
  })
  if (watchId === null) throw new Error('No player was opened.')
  return watchId
}

export type BeatInput = Omit<CallInput<'POST /api/vod/heartbeat'>, 'watchId'>

export function sendBeat(
  backend: TestBackend,
  cookie: string,
  watchId: string,
  beat: Partial<BeatInput>,
): Promise<CallOutput<'POST /api/vod/heartbeat'>> {
  const ranges = beat.ranges ?? []
  return backend
    .as(cookie)
    .call('POST /api/vod/heartbeat', { watchId, rate: 1, position: ranges.at(-1)?.[1] ?? 0, ...beat, ranges })
}

/** Lets the clock run on. */
export function pass({ clock }: TestBackend, seconds: number): void {
  clock.set(clock.now() + seconds * 1000)
}

/** What is written down of a learner's watching. */
export async function readLearning({ database: { db } }: TestBackend, userId: number) {
  const lessons = await db
    .selectFrom('learnProgress')
    .selectAll('learnProgress')
    .where('learnProgress.userId', '=', userId)
    .orderBy('learnProgress.periodId')
    .execute()
  const days = await db
    .selectFrom('learnDays')
    .select(['learnDays.day', 'learnDays.seconds'])
    .where('learnDays.userId', '=', userId)
    .orderBy('learnDays.day')
    .execute()
  const watches = await db
    .selectFrom('playWatches')
    .select(['playWatches.id', 'playWatches.beatAt', 'playWatches.watchedSec'])
    .where('playWatches.userId', '=', userId)
    .orderBy('playWatches.id')
    .execute()
  const leases = await db
    .selectFrom('playLeases')
    .selectAll('playLeases')
    .where('playLeases.userId', '=', userId)
    .execute()
  return { lessons, days, watches, leases }
}
