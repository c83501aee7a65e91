import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StreamFigures } from '#shared/contract/stream-figures.ts'

/**
 * What the ingest and the backend say to each other, on the backend's own socket. The site's proxy passes `/api` and `/gateway` only, and
 * without the seal, which takes the site's secret, the routes don't exist.
 */
export interface IngestCalls {
  /** May this key publish now? */
  check: { ask: { key: string }; answer: { roomId: number; nextNumber: number } | { refusal: StreamRefusal } }
  /** The first piece of a recording lies in `folder`; it began so many milliseconds ago. */
  begin: {
    ask: { key: string; folder: string; agoMs: number }
    answer: { recordingId: number } | { refusal: StreamRefusal }
  }
  /** The stream runs, and what it carries. False: the room is over, end it. */
  beat: { ask: { recordingId: number; figures: StreamFigures }; answer: { goOn: boolean } }
  /** Answers all finished recordings of the room, in order. */
  end: {
    ask: { recordingId: number; durationSec: number }
    answer: { roomId: number; pieces: { folder: string; durationSec: number }[] }
  }
  /** The folder that holds the whole of it. */
  replay: { ask: { roomId: number; folder: string }; answer: { taken: boolean } }
  /** Recordings that were never ended. */
  open: { ask: Record<string, never>; answer: { recordings: { recordingId: number; folder: string }[] } }
}

/** Why a stream isn't taken. */
export type StreamRefusal = 'unknown' | 'early' | 'ended' | 'taken'

export const ingestPath = '/internal/ingest'
export const ingestSealHeader = 'x-ingest-seal'

/** What the header carries: only who has the site's secret can say it. */
export function ingestSeal(secret: string): string {
  return createHmac('sha256', secret).update('ingest\ninternal calls').digest('base64url')
}

export function isIngestSeal(secret: string, given: unknown): boolean {
  const own = Buffer.from(ingestSeal(secret))
  const other = Buffer.from(typeof given === 'string' ? given : '')
  return own.length === other.length && timingSafeEqual(own, other)
}
