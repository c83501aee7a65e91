import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAssets } from './assets.ts'

let folder = ''
let base = ''
let server: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'))
  const files: [string, string | Buffer][] = [
    ['client/manifest.json', '{}'],
    ['client/assets/main-abc.js', 'let a'],
    ['client/assets/main-abc.js.br', brotliCompressSync('let a')],
    ['client/assets/main-abc.js.gz', gzipSync('let a')],
    ['client/assets/main-abc.js.map', '{"sourcesContent":["let all"]}'],
    ['client/public/favicon.svg', '<svg/>'],
    ['pictures/a-1.webp', 'webp'],
    ['pictures/.hash', 'secret'],
    ['film/1/index.m3u8', '#EXTM3U'],
    ['film/1/0.ts', '0123456789'],
  ]
  for (const [path, content] of files) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const assets = createAssets({ distDir: folder })
  server = createServer((req, res) => assets(req, res, () => res.writeHead(418).end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

describe('built files', () => {
  it('never give away the sources', async () => {
    expect((await fetch(`${base}/assets/main-abc.js.map`)).status).toBe(404)
  })

  it('are kept for a year and come packed', async () => {
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${base}/assets/main-abc.js`, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('cache-control')).toBe('public,max-age=31536000,immutable')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(await answer.text()).toBe('let a')
    }
    const picture = await fetch(`${base}/media/pictures/a-1.webp`)
    expect([picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      'image/webp',
      'public,max-age=31536000,immutable',
    ])
  })

  it('that are missing are 404 and not kept by anybody', async () => {
    for (const path of [
      '/assets/old-xyz.js',
      '/media/pictures/b.webp',
      '/media/none',
      '/assets/',
      '/assets/../manifest.json',
      '/media/pictures/.hash',
      '/assets/%2e%2e/manifest.json',
    ]) {
      const answer = await fetch(base + path)
      expect([404, 418], path).toContain(answer.status)
      if (answer.status === 404) expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('that are not for browsers are not served', async () => {
    for (const path of ['/manifest.json', '/assets/manifest.json', '/client/manifest.json'])
      expect((await fetch(base + path)).ok).toBe(false)
  })

  it('at the top are served, and everything else goes on', async () => {
    expect(await (await fetch(`${base}/favicon.svg`)).text()).toBe('<svg/>')
    for (const path of ['/', '/course/1.html', '/favicon.ico']) expect((await fetch(base + path)).status).toBe(418)
    expect((await fetch(`${base}/favicon.svg`, { method: 'POST' })).status).toBe(418)
  })
})

describe('film', () => {
  it('has its types and comes in ranges', async () => {
    expect((await fetch(`${base}/media/film/1/index.m3u8`)).headers.get('content-type')).toBe(
      'application/vnd.apple.mpegurl',
    )
    const part = await fetch(`${base}/media/film/1/0.ts`, { headers: { range: 'bytes=2-5' } })
    expect([
      part.status,
      await part.text(),
      part.headers.get('content-range'),
      part.headers.get('content-type'),
    ]).toEqual([206, '2345', 'bytes 2-5/10', 'video/mp2t'])
    expect(await (await fetch(`${base}/media/film/1/0.ts`, { headers: { range: 'bytes=8-' } })).text()).toBe('89')
    expect((await fetch(`${base}/media/film/1/0.ts`, { headers: { range: 'bytes=10-' } })).status).toBe(416)
  })

  it('comes whole when a range is written oddly', async () => {
    for (const range of ['bytes=-5', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=a-b', 'items=0-1']) {
      const answer = await fetch(`${base}/media/film/1/0.ts`, { headers: { range } })
      expect([answer.status, await answer.text()], range).toEqual([200, '0123456789'])
    }
  })
})
