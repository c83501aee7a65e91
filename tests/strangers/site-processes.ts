import { readdirSync, readFileSync } from 'node:fs'

/** A process: the system's number for it, and when it began (in ticks since the machine's start), which no later one of that number has. */
export interface ProcessIdentity {
  readonly pid: number
  readonly began: string
  readonly command: string
}

interface Stat extends ProcessIdentity {
  readonly parent: number
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1) ?? ''
    return { pid, parent: Number(fields[1]), began: fields[19] ?? '', command }
  } catch {
    return undefined
  }
}

/** A process and all that it started, in the order of their numbers. */
export function processesOf(root: number): ProcessIdentity[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
  const wanted = new Set([root])
  for (let before = 0; before !== wanted.size; ) {
    before = wanted.size
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid)
  }
  return all
    .filter(({ pid }) => wanted.has(pid))
    .map(({ pid, began, command }) => ({ pid, began, command }))
    .sort((a, b) => a.pid - b.pid)
}
