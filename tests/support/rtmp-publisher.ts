import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Whether this machine can publish like a teacher's programme does. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/** What ffprobe says of a file's first track: its codec and size, and how many frames it has. */
export function probe(path: string): Record<string, string | number> {
  const asked = 'stream=codec_name,width,height,nb_read_packets,sample_rate'
  const { stdout, stderr } = spawnSync(
    'ffprobe',
    ['-v', 'error', '-count_packets', '-show_entries', asked, '-of', 'json', path],
    { encoding: 'utf8' },
  )
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout).streams[0]
}

/** For the title of tests that need it. */
export const ffmpegNote = hasFfmpeg ? '' : ' (skipped: no ffmpeg is installed)'

export interface Publisher {
  /** Ends the way OBS does. */
  stop(): Promise<void>
  /** When it was sent away or came to its end: its exit code. */
  readonly ended: Promise<number | null>
}

/** How wide the picture is that is published. */
export const publishedWidth = 160

export interface Published {
  /** As fast as it is taken, not in its own time. */
  readonly atOnce?: boolean
  /** Of the picture: `640x480`. */
  readonly size?: string
  /** Of the sound, in bits a second: `160k`. */
  readonly soundRate?: string
}

/** Sends a picture, a tiny one unless told, with a sound by RTMP for so many seconds; ten pictures a second, one of them a key picture. */
export function publish(
  address: string,
  seconds: number,
  { atOnce = false, size = `${publishedWidth}x90`, soundRate = '48k' }: Published = {},
): Publisher {
  const pace = atOnce ? [] : ['-re']
  const picture = [...pace, '-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10`]
  const sound = [...pace, '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100']
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '10',
    '-c:a',
    'aac',
    '-b:a',
    soundRate,
  ]
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    ...picture,
    ...sound,
    '-t',
    String(seconds),
    ...codecs,
    '-f',
    'flv',
    address,
  ]
  const child: ChildProcess = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    ended,
    async stop() {
      child.stdin?.end('q')
      await ended
    },
  }
}
