import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Supervisor, supervise } from '#server/supervisor/supervisor.ts'

const supervisors: Supervisor[] = []
afterAll(() => Promise.all(supervisors.map((supervisor) => supervisor.stop())))

/** A real child under the site's supervisor, whose event loop turns; and the next one that does. */
async function start(): Promise<{ child: ChildProcess; next: Promise<ChildProcess>; lines: string[] }> {
  const lines: string[] = []
  let onChild: (child: ChildProcess) => void = () => undefined
  const nextReady = (): Promise<ChildProcess> =>
    new Promise((done) => {
      onChild = done
    })
  const first = nextReady()
  const supervisor = supervise({
    name: 'The child',
    launch: () =>
      fork(resolve('tests/support/supervised-child.ts'), [], {
        env: { ...process.env, NODE_OPTIONS: '' },
        execArgv: [],
      }),
    onReady: () => void (supervisor.child && onChild(supervisor.child)),
    onFatal: (message) => void lines.push(message),
    log: (line) => void lines.push(line),
  })
  supervisors.push(supervisor)
  const child = await first
  return { child, next: nextReady(), lines }
}

const silence = 'The child has not answered for 10 s; it is killed.'

const harms: Record<string, { harm: (child: ChildProcess) => void; lines: string[] }> = {
  'hangs in a loop': { harm: (child) => child.send('hang'), lines: [silence] },
  'is stopped and stays silent': { harm: (child) => child.kill('SIGSTOP'), lines: [silence] },
  'is killed': { harm: (child) => child.kill('SIGKILL'), lines: [] },
}

it.concurrent.each(Object.entries(harms))(
  'a child that %s is replaced within fifteen seconds',
  async (_what, { harm, lines: expected }) => {
    const { child, next, lines } = await start()
    const gone = once(child, 'exit')
    const began = performance.now()
    harm(child)
    expect(await gone).toEqual([null, 'SIGKILL'])
    expect((await next).pid).not.toBe(child.pid)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(lines).toEqual([...expected, 'The child ended with null; it starts again in 200 ms.'])
  },
  40_000,
)
