import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens below 32768: above it the system gives ports to outgoing connections. */
export async function listenLow(listener: RequestListener): Promise<{ server: Server; base: string }> {
  // as the backend's own: a kept connection isn't closed under a call that waited for a busy machine
  const server = createServer({ keepAliveTimeout: 75_000 }, listener)
  for (let attempt = 0; !server.listening; attempt += 1) {
    server.listen(20_000 + Math.floor(Math.random() * 12_000), '127.0.0.1')
    await once(server, 'listening').catch((error: unknown) => {
      if (attempt > 20) throw error
    })
  }
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Ends a server with all its connections. */
export async function endServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
