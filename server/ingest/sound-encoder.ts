import { frameTime, splitAdts } from './adts.ts'
import { spawnLowly } from './low-priority.ts'

/** Of the sound alone: with the headers of its frames between 48 and 64 kbit/s. */
const bitsPerSecond = 56_000
/** Sound that costs no more than this is passed on as it comes. */
export const mostSoundBits = 64_000
/**
 * A frame is ready when those after it are there: decoder and encoder look ahead by two of them, others may by more. So many of a piece come
 * with the next one, a tenth of a second.
 */
export const owedFrames = 4
/** Frames before its first piece from which it knows what was; as many as are owed, at least. */
export const leadFrames = 8

/** Encodes a sound anew, piece by piece. */
export interface SoundEncoder {
  /**
   * Frames of the next piece: without its last ones, which are owed, and with those that were owed of the piece before. Undefined: there won't
   * be any more.
   */
  encode(piece: readonly Buffer[]): Promise<readonly Buffer[] | undefined>
  end(): void
}

/** Starts one that goes on from `lead`, frames of AAC that it doesn't encode for themselves; with the machine's lowest priority. */
export function startSoundEncoder(ffmpeg: string, lead: readonly Buffer[]): SoundEncoder {
  // Without a look at what comes: it is ADTS, and the first piece must not wait for the second.
  const input = ['-hide_banner', '-loglevel', 'error', '-probesize', '32', '-analyzeduration', '0', '-f', 'aac']
  const output = ['-c:a', 'aac', '-b:a', String(bitsPerSecond), '-threads', '1', '-flush_packets', '1', '-f', 'adts']
  const child = spawnLowly(ffmpeg, [...input, '-i', 'pipe:0', ...output, 'pipe:1'], ['pipe', 'pipe', 'ignore'])
  /** The encoder's own first frame is of silence: the frame of a place is the one behind it. */
  const made: Buffer[] = []
  let rest: Buffer = Buffer.alloc(0)
  /** Places: of all that was given, of the first that was not answered yet, and of the first in `made`. */
  let [given, next, first] = [lead.length, lead.length, -1]
  let isOver = false
  let look = (): void => undefined

  const close = (): void => {
    isOver = true
    look()
  }
  child.once('error', close)
  child.once('close', close)
  child.stdout?.on('data', (part: Buffer) => {
    const bytes = Buffer.concat([rest, part])
    const frames = splitAdts(bytes)
    rest = bytes.subarray(frames.reduce((sum, { length }) => sum + length, 0))
    made.push(...frames)
    look()
  })
  // Its end says why.
  child.stdin?.on('error', () => undefined)
  if (lead.length > 0) child.stdin?.write(Buffer.concat(lead))

  return {
    encode(piece) {
      given += piece.length
      const until = Math.max(next, given - owedFrames)
      child.stdin?.write(Buffer.concat(piece))
      return new Promise((resolve) => {
        look = () => {
          // HE-AAC says half of its rate: its frames are longer than they seem, and nothing would fit together.
          const isAnother =
            made[0] !== undefined && piece[0] !== undefined && frameTime(made[0]) !== frameTime(piece[0])
          if (isAnother || (isOver && first + made.length < until)) resolve(undefined)
          else if (first + made.length >= until) {
            made.splice(0, next - first)
            resolve(made.splice(0, until - next))
            ;[next, first] = [until, until]
          } else return
          look = () => undefined
        }
        look()
      })
    },
    end: () => void child.kill('SIGKILL'),
  }
}
