import type { Config } from '#server/config/config.ts'
import { Engine } from './push-store.ts'

const timeoutMs = 10_000

/** Tells one engine of these pages. Throws with a sentence that has neither key nor token in it. */
export async function sendPush(
  { searchEngines, origin }: Pick<Config, 'searchEngines' | 'origin'>,
  engine: Engine,
  paths: readonly string[],
): Promise<void> {
  const addresses = paths.map((path) => origin + path)
  const { indexNow, baidu } = searchEngines
  if (engine === Engine.indexNow && indexNow) {
    const { key } = indexNow
    const body = { host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList: addresses }
    await post(indexNow.url, 'application/json; charset=utf-8', JSON.stringify(body))
  }
  if (engine === Engine.baidu && baidu) {
    await post(
      `${baidu.url}?${new URLSearchParams({ site: origin, token: baidu.token })}`,
      'text/plain',
      addresses.join('\n'),
    )
  }
}

async function post(url: string, type: string, body: string): Promise<void> {
  let status: number
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    await response.body?.cancel()
  } catch (error) {
    throw new Error(`The search engine could not be reached: ${error instanceof Error ? error.name : 'unknown'}.`)
  }
  if (status < 200 || status > 299) throw new Error(`The search engine answered HTTP ${status}.`)
}
