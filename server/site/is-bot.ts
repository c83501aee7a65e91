import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'

/** Whether a search engine or another program asks, by its own name. */
export function isBot(req: IncomingMessage): boolean {
  return isbot(req.headers['user-agent'] ?? '')
}
