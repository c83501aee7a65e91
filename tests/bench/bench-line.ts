import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

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

/** Gives a measured process a core of its own where the system can: moving between cores costs more than what is measured. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() < 2) return
  spawnSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}
