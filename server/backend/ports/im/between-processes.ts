import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import type { Server as SocketServer } from 'socket.io'
import type { Log } from '#server/backend/base/parts.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImClientEvents, ImServerEvents } from '#shared/contract/im-socket.ts'
import type { BetweenProcesses, SocketData } from './room-sockets.ts'

export type ImServer = SocketServer<ImClientEvents, ImServerEvents, BetweenProcesses, SocketData>

/** Other processes answer within so long, or are left out. */
const answerMs = 1000

/** The way to the engines of other processes. */
export interface OtherProcesses {
  deliver(groupKey: string, message: ImMessage): void
  changed(groupKey: string): void
  /** Ids of the users who are connected elsewhere. */
  online(groupKey: string): Promise<string[]>
  close(): void
}

/** Nobody else has connections. */
export const alone: OtherProcesses = {
  deliver: () => undefined,
  changed: () => undefined,
  online: async () => [],
  close: () => undefined,
}

/**
 * Joins the engines that share a Redis. When it fails, messages reach their readers later: whoever gets the next number asks for
 * those between, and every engine looks into the database now and then.
 */
export function joinProcesses(io: ImServer, redisUrl: string, log: Log): OtherProcesses {
  const options = { maxRetriesPerRequest: 1, enableOfflineQueue: true }
  const publisher = new Redis(redisUrl, options)
  const subscriber = new Redis(redisUrl, { ...options, maxRetriesPerRequest: null })
  const failed = (error: Error): void => log.warn({ err: error }, 'rooms can not reach other processes')
  for (const client of [publisher, subscriber]) client.on('error', failed)
  // the adapter lets a publication's failure go, which would end the process
  const publish = publisher.publish.bind(publisher) as (channel: string, message: string) => Promise<number>
  publisher.publish = ((channel: string, message: string) =>
    publish(channel, message).catch(failed)) as unknown as typeof publisher.publish
  io.adapter(createAdapter(publisher, subscriber, { key: 'im', requestsTimeout: answerMs }))
  return {
    deliver: (groupKey, message) => void io.serverSideEmit('deliver', groupKey, message),
    changed: (groupKey) => void io.serverSideEmit('changed', groupKey),
    online: (groupKey) =>
      new Promise((resolve) => {
        const late = setTimeout(() => resolve([]), 2 * answerMs)
        io.serverSideEmit('online', groupKey, (_error: Error | null, answers: string[][]) => {
          clearTimeout(late)
          resolve((answers ?? []).flat())
        })
      }),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
