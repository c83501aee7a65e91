import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { vi } from 'vitest'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson, findRoom, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { buildLiveClass, buildProduct } from './backend-factories.ts'
import type { School } from './test-site.ts'

const minute = 60_000

/** The process that takes teachers' streams, as the primary starts it. */
export interface IngestProcess {
  /** Starts it; answers what it says first. */
  start(env?: Record<string, string>): Promise<{ type: string; message?: string }>
  end(signal: NodeJS.Signals): Promise<void>
  readonly exitCode: number | null | undefined
}

export function ingestProcess({ backend }: School, rtmpPort: number): IngestProcess {
  let child: ChildProcess | undefined
  return {
    async start(env = {}) {
      child = spawn(process.execPath, [resolve('server/ingest/index.ts')], {
        env: {
          PATH: process.env.PATH,
          SITE_ENV: 'test',
          DATA_DIR: backend.context.config.dataDir,
          RTMP_PORT: String(rtmpPort),
          LOG_LEVEL: 'silent',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const [message] = await once(child, 'message')
      return message as { type: string }
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
    get exitCode() {
      return child?.exitCode
    },
  }
}

/** A lesson that streams are sent to. */
export interface StreamLesson {
  readonly periodId: number
  readonly room: () => Promise<RoomRow>
  readonly key: string
  /** Below the room's folder. */
  readonly file: (path: string) => string
}

/** A free live lesson that began a minute ago, with its room and its key. */
export async function buildStreamLesson({ backend }: School): Promise<StreamLesson> {
  const { database, clock, context } = backend
  const now = new Date(clock.now())
  const courseId = await buildProduct(database, { lectureType: 1 })
  const { periodId } = await buildLiveClass(database, courseId, clock.now() - minute, clock.now() + 60 * minute)
  await database.db.updateTable('periods').set({ isFreeStudy: true }).where('periods.id', '=', periodId).execute()
  const lesson = await findLesson(database.db, { periodId }, now)
  const made = lesson && (await database.transaction((trx) => ensureLessonRoom(trx, lesson, now)))
  if (!made) throw new Error('The lesson has no room.')
  const key = `key-of-room-${made.id}-0123456789`
  await database.db.updateTable('liveRooms').set({ streamKey: key }).where('liveRooms.id', '=', made.id).execute()
  const room = async (): Promise<RoomRow> => {
    const found = await findRoom(database.db, { id: made.id })
    if (!found) throw new Error('The room is gone.')
    return found
  }
  return {
    periodId,
    room,
    key,
    file: (path) => join(context.config.dataDir, 'media', 'live', String(made.id), path),
  }
}

/** What was recorded of a room. */
export function recordingsOf({ backend }: School, roomId: number) {
  return backend.database.db
    .selectFrom('liveRecordings')
    .selectAll()
    .where('liveRecordings.roomId', '=', roomId)
    .orderBy('liveRecordings.id')
    .execute()
}

/** Streams run in their own time, on a machine that may be busy. */
export function waitForStream<T>(check: () => Promise<T> | T, timeout = 30_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 100 })
}
