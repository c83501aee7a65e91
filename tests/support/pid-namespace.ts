import { spawnSync } from 'node:child_process'

const ways = [
  ['--pid', '--fork', '--mount-proc', '--kill-child'],
  ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child'],
]
const flags = ways.find((way) => spawnSync('unshare', [...way, 'true'], { stdio: 'ignore' }).status === 0)

/** Whether this machine lets us make namespaces of processes, in which containers live. */
export const hasPidNamespaces = flags !== undefined
if (!hasPidNamespaces)
  console.log(
    'No namespace of processes can be made here (unshare --pid): tests of two containers on one folder are skipped.',
  )

/** The command that runs `command` with numbers of processes of its own, as in another container; killing it kills that. */
export function inOwnNamespace(command: string, args: readonly string[]): [command: string, args: string[]] {
  return ['unshare', [...(flags ?? []), command, ...args]]
}
