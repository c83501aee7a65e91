import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { createServer, request } from 'node:http'

export interface ChangingAnswers {
  /** Answers altered so far. */
  readonly altered: number
  /** Steps out of the way. */
  close(): Promise<void>
}

/**
 * Stands before the backend's socket and makes every answer of a batch another one than before: a field that no page shows
 * counts up. So nothing that was made of a former answer can serve again, while the markup stays the same.
 */
export async function changeAnswers(socketPath: string): Promise<ChangingAnswers> {
  const behind = `${socketPath}.behind`
  renameSync(socketPath, behind)
  let altered = 0
  const alter = (line: string): string =>
    line.replace(/"body":(\[?)\{/, (_match, list: string) => {
      altered += 1
      return `"body":${list}{"turn":${altered},`
    })
  const server = createServer((req, res) => {
    const passed = request(
      { socketPath: behind, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
        res.writeHead(answer.statusCode ?? 502, headers)
        if (req.url !== '/batch') return void answer.pipe(res)
        let rest = ''
        answer.setEncoding('utf8')
        answer.on('data', (text: string) => {
          const lines = (rest + text).split('\n')
          rest = lines.pop() ?? ''
          if (lines.length > 0) res.write(`${lines.map(alter).join('\n')}\n`)
        })
        answer.on('end', () => res.end(alter(rest)))
      },
    )
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  }).listen(socketPath)
  await once(server, 'listening')
  return {
    get altered() {
      return altered
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      renameSync(behind, socketPath)
    },
  }
}
