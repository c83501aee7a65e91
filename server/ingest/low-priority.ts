import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Starts a program that has the machine only while nobody else wants it. */
export function spawnLowly(command: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  // Not a session of its own: schedulers that share by sessions would take no notice of the priority.
  const child = spawn(command, args, { stdio })
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended already.
    }
  return child
}
