import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { mediaPlaylist } from './playlist.ts'

const segmentSec = 2
/** ffmpeg writes its last segment in much less. */
const endMs = 4_000

export interface TrackKinds {
  readonly audio: 'none' | 'aac' | 'other'
  readonly video: 'none' | 'h264' | 'other'
}

export interface HlsWriter {
  /** A piece of FLV; false: no more for now, `onDrain` tells. */
  write(data: Buffer): boolean
  /** No more comes; resolves when the playlist is complete. */
  end(): Promise<void>
}

export interface HlsWriterOptions {
  readonly ffmpeg: string
  /** Exists and is empty. */
  readonly folder: string
  readonly tracks: TrackKinds
  onDrain(): void
  /** It ended by itself, with what it said. */
  onFailure(said: string): void
}

/** Browsers play H.264 and AAC: these are taken over as they are, anything else costs a core. */
function codecs({ audio, video }: TrackKinds): string[] {
  const ofVideo =
    video === 'other'
      ? [
          '-c:v',
          'libx264',
          '-preset',
          'veryfast',
          '-pix_fmt',
          'yuv420p',
          '-force_key_frames',
          `expr:gte(t,n_forced*${segmentSec})`,
        ]
      : ['-c:v', 'copy']
  return [...ofVideo, ...(audio === 'other' ? ['-c:a', 'aac', '-b:a', '128k'] : ['-c:a', 'copy'])]
}

/** Turns FLV into HLS that only grows: every segment stays, so the recording is there when the stream ends. */
export function startHlsWriter({ ffmpeg, folder, tracks, onDrain, onFailure }: HlsWriterOptions): HlsWriter {
  const input = [
    '-analyzeduration',
    '2000000',
    '-probesize',
    '1000000',
    '-f',
    'flv',
    '-i',
    'pipe:0',
    '-map',
    '0:v?',
    '-map',
    '0:a?',
  ]
  const output = [
    '-f',
    'hls',
    '-hls_time',
    String(segmentSec),
    '-hls_list_size',
    '0',
    '-hls_playlist_type',
    'event',
    '-hls_flags',
    'independent_segments+program_date_time+temp_file',
  ]
  const files = ['-hls_segment_filename', join(folder, '%05d.ts'), join(folder, mediaPlaylist)]
  // A group of its own: Ctrl+C at a terminal is for us alone, who end it by ending its input.
  const child = spawn(
    ffmpeg,
    ['-hide_banner', '-loglevel', 'error', ...input, ...codecs(tracks), ...output, ...files],
    { stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  )
  let said = ''
  let ending = false
  const gone = new Promise<void>((resolve) => {
    const finish = (why: string): void => {
      resolve()
      if (!ending) onFailure(why)
    }
    child.once('error', (error) => finish(error.message))
    child.once('close', () => finish(said.trim().slice(-500)))
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-2_000)
  })
  child.stdin.on('drain', onDrain)
  // Its end says why.
  child.stdin.on('error', () => undefined)
  return {
    write: (data) => child.stdin.write(data),
    async end() {
      ending = true
      child.stdin.end()
      const kill = setTimeout(() => child.kill('SIGKILL'), endMs)
      await gone
      clearTimeout(kill)
    },
  }
}
