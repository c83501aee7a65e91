import { Agent, request } from 'undici'
import { type IngestCalls, ingestPath, ingestSeal, ingestSealHeader } from '#server/media/ingest-calls.ts'

const patienceMs = 5_000

/** Asks the backend. Rejects when it can't be reached or fails. */
export interface BackendLink {
  call<K extends keyof IngestCalls>(name: K, ask: IngestCalls[K]['ask']): Promise<IngestCalls[K]['answer']>
  close(): Promise<void>
}

/** To the backend on its socket, under the site's secret. */
export function createBackendLink(socketPath: string, secret: string): BackendLink {
  const dispatcher = new Agent({ connect: { socketPath } })
  const headers = { 'content-type': 'application/json', [ingestSealHeader]: ingestSeal(secret) }
  return {
    async call(name, ask) {
      const options = {
        dispatcher,
        method: 'POST' as const,
        headers,
        body: JSON.stringify(ask),
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
      }
      const { statusCode, body } = await request(`http://backend${ingestPath}/${name}`, options)
      if (statusCode !== 200) {
        await body.dump()
        throw new Error(`The backend answered ${statusCode}.`)
      }
      return (await body.json()) as never
    },
    close: () => dispatcher.destroy(),
  }
}
