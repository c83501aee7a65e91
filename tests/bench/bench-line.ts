import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** One figure, what it should be, and whether it is. */
export interface BenchLine {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly ok: boolean
}

const clockTick = 100

/** What each thread of a process had used when it was last seen: the kernel forgets threads that have ended. */
const usedByThreads = new Map<number, Map<string, number>>()

/** Of the threads that are there, in nanoseconds; none where the kernel doesn't tell. */
function threadsOf(pid: number): [thread: string, nanoseconds: number][] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      try {
        const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
        return [[thread, Number(ran)]]
      } catch {
        // ended a moment ago
        return []
      }
    })
  } catch {
    return []
  }
}

/** CPU nanoseconds of all threads as the scheduler counts them, or undefined where the kernel doesn't tell. */
function scheduledNanoseconds(pid: number): number | undefined {
  const used = usedByThreads.get(pid) ?? new Map<string, number>()
  usedByThreads.set(pid, used)
  for (const [thread, nanoseconds] of threadsOf(pid)) used.set(thread, nanoseconds)
  const sum = [...used.values()].reduce((total, one) => total + one, 0)
  return sum > 0 ? sum : undefined
}

/** CPU seconds that a process has used: user and system time of all its threads, in steps of 10 ms where nothing finer is told. */
export function cpuSecondsOf(pid: number): number {
  const nanoseconds = scheduledNanoseconds(pid)
  if (nanoseconds !== undefined) return nanoseconds / 1e9
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / clockTick
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The middle half of the values, as text. */
export function middleHalf(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN).toFixed(2)
  return `${at(0.25)}–${at(0.75)}`
}

/** Gives a measured process a core of its own where the system can: moving between cores costs more than what is measured. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() < 2) return
  spawnSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}
