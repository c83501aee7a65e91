import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTargetCheck } from '#server/edge/target.ts'
import { createAssets } from '#server/http/assets.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { createMediaGate } from '#server/media/media-gate.ts'

// The site's gate and its built files in one process, without Express: the files cost less than on the site itself.
const [dataDir = '', distDir = '', secret = ''] = process.argv.slice(2)
const hosts = new Set<string>()
const refuseTarget = createTargetCheck(hosts)
const assets = createAssets({ distDir })
const gate = createMediaGate({
  root: join(dataDir, 'media'),
  film: join(distDir, 'film'),
  origin: 'http://127.0.0.1',
  secret: () => secret,
  clock: Date.now,
  headers: createSecurityHeaders('https://www.example.com').completeHeaders,
  onError: (error) => console.error(error),
})

const server = createServer((req, res) => {
  const status = refuseTarget(req)
  if (status !== undefined) res.writeHead(status).end()
  else if (!gate.handle(req, res)) assets(req, res, () => res.writeHead(404).end())
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  hosts.add(`127.0.0.1:${port}`)
  process.send?.({ port })
})
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
