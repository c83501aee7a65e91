import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Whether this machine can publish like a teacher's programme does. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

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

/** Sends a tiny picture with a sound by RTMP for so many seconds, in its own time or as fast as it is taken; a key picture each second. */
export function publish(address: string, seconds: number, { atOnce = false } = {}): Publisher {
  const pace = atOnce ? [] : ['-re']
  const picture = [...pace, '-f', 'lavfi', '-i', `testsrc=size=${publishedWidth}x90:rate=10`]
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
    '48k',
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
