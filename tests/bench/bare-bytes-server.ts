import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least a Node server can do: one ready head and one ready body, whoever asks.
process.once('message', ({ head, body }: { head: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_req, res) => {
    res.writeHead(200, head)
    res.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
})
process.on('disconnect', () => process.exit(0))
