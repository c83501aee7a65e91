import { readFileSync } from 'node:fs'

/** One figure, what it should be, and whether it is. */
export interface BenchLine {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly ok: boolean
}

const clockTick = 100

/** CPU seconds that a process has used: user and system time of all its threads. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / clockTick
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
