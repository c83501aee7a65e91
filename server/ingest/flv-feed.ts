import Flv from 'node-media-server/src/protocol/flv.js'
import type { MediaPacket } from 'node-media-server/src/protocol/rtmp.js'
import type { TrackKinds } from './hls-writer.ts'

const h264 = 7
const aac = 10
/** Both tracks show themselves in the first messages; after so many one of them isn't there. */
const messagesToSee = 60
const mostHeldBytes = 8 * 1024 * 1024

/** Collects the first messages of a stream until its tracks are known. */
export interface FlvFeed {
  /** A message as FLV: what is to be written now, header and all. */
  take(packet: MediaPacket): Buffer | undefined
  readonly tracks: TrackKinds
}

/** Calls `onTracks` once, before the first bytes. */
export function createFlvFeed(onTracks: (tracks: TrackKinds) => void): FlvFeed {
  const held: Buffer[] = []
  let tracks: TrackKinds = { audio: 'none', video: 'none' }
  let begun = false
  function look({ codec_type: type, codec_id: codec }: MediaPacket): void {
    if (type === 8) tracks = { ...tracks, audio: codec === aac ? 'aac' : 'other' }
    if (type === 9) tracks = { ...tracks, video: codec === h264 ? 'h264' : 'other' }
  }
  return {
    get tracks() {
      return tracks
    },
    take(packet) {
      const message = Flv.createMessage(packet)
      if (begun) return message
      look(packet)
      held.push(message)
      const complete = tracks.audio !== 'none' && tracks.video !== 'none'
      const size = held.reduce((sum, { length }) => sum + length, 0)
      const isEmpty = tracks.audio === 'none' && tracks.video === 'none'
      if (isEmpty || (!complete && held.length < messagesToSee && size < mostHeldBytes)) return undefined
      begun = true
      onTracks(tracks)
      return Buffer.concat([Flv.createHeader(tracks.audio !== 'none', tracks.video !== 'none'), ...held.splice(0)])
    },
  }
}
