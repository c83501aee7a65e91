import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaPlaylist, playlistText, putText, type Segment } from './playlist.ts'

/** A segment of the stream in the list of its smaller picture: not decided yet, encoded anew, or as it came. */
export interface SmallEntry {
  readonly segment: Segment
  state: 'waiting' | 'small' | 'source'
}

/** Its list; players see the end of it. What is older is deleted. */
const mostListed = 30

/** The list of a smaller picture with its files. Players are told where one kind of picture follows another. */
export interface SmallList {
  readonly isEmpty: boolean
  add(entry: SmallEntry): void
  waiting(): SmallEntry[]
  /** Writes what is decided, up to the first that isn't. */
  write(ended: boolean): Promise<void>
}

function nameOf({ state, segment }: SmallEntry): string {
  return state === 'source' ? `source-${segment.file}` : segment.file
}

function isBreak({ state, segment }: SmallEntry, before: SmallEntry | undefined): boolean {
  return before !== undefined && (segment.isBreak === true || before.state !== state)
}

/** `directory` is the stream's, `folder` the list's own below it. */
export function createSmallList(directory: string, folder: string): SmallList {
  const entries: SmallEntry[] = []
  /** Of those that have left the list: how many, how many breaks, and the last one. */
  let [gone, goneBreaks]: [number, number] = [0, 0]
  let last: SmallEntry | undefined
  /** Files of so many of all are in their place. */
  let placed = 0
  let listed = ''

  /** A segment as it came costs no room: it is a second name of the same file. */
  async function place(entry: SmallEntry): Promise<void> {
    if (entry.state !== 'source') return
    if (placed === 0) await mkdir(folder, { recursive: true })
    await link(join(directory, entry.segment.file), join(folder, nameOf(entry)))
  }

  async function drop(count: number): Promise<void> {
    for (const entry of entries.splice(0, count)) {
      if (isBreak(entry, last)) goneBreaks += 1
      gone += 1
      last = entry
      await rm(join(folder, nameOf(entry)), { force: true })
    }
  }

  return {
    get isEmpty() {
      return entries.length === 0
    },
    add: (entry) => void entries.push(entry),
    waiting: () => entries.filter(({ state }) => state === 'waiting'),
    async write(ended) {
      const undecided = entries.findIndex(({ state }) => state === 'waiting')
      const ready = entries.slice(0, undecided < 0 ? entries.length : undecided)
      for (const entry of ready.slice(placed - gone)) {
        await place(entry)
        placed += 1
      }
      const shown = ready.slice(-mostListed)
      const from = ready.length - shown.length
      const breaks = ready.map((entry, index) => isBreak(entry, index === 0 ? last : ready[index - 1]))
      const text = playlistText(
        shown.map((entry, index) => ({
          ...entry.segment,
          file: nameOf(entry),
          isBreak: breaks[from + index] ?? false,
        })),
        {
          sequence: gone + from,
          breakSequence: goneBreaks + breaks.slice(0, from + 1).filter(Boolean).length,
          ended,
        },
      )
      if (shown.length === 0 || text === listed) return
      await putText(join(folder, mediaPlaylist), text)
      listed = text
      await drop(from)
    },
  }
}
