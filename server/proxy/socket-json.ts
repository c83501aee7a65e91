import { request } from 'node:http'

const patienceMs = 3000
const longestAnswer = 1024 * 1024

/** Asks the embedded backend over its socket for what is no call of the contract; throws when it can't be had. */
export function readSocketJson(socketPath: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, timeout: patienceMs }, (answer) => {
      const parts: Buffer[] = []
      let length = 0
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length > longestAnswer) call.destroy(new Error('The answer of the backend is too long.'))
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`The backend answered ${answer.statusCode}.`))
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString()))
        } catch (error) {
          reject(error)
        }
      })
    })
    call.on('timeout', () => call.destroy(new Error('The backend did not answer.')))
    call.on('error', reject)
    call.end()
  })
}
