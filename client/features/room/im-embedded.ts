import { io, type Socket } from 'socket.io-client'
import type { ImDriver } from '#client/features/room/im-client.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { type ImClientEvents, type ImEnd, type ImHandshake, type ImServerEvents, imSocketPath } from '#shared/contract/im-socket.ts'

const joinMs = 10_000
const answerMs = 10_000

/** The school's own chat: a WebSocket at the page's address. It never comes back by itself: each joining needs a ticket. */
export function createEmbeddedDriver(): ImDriver {
  let socket: Socket<ImServerEvents, ImClientEvents> | undefined
  let messageListener: (message: ImMessage) => void = () => undefined
  let presenceListener: (state: { onlineCount: number }) => void = () => undefined
  let stateListener: (state: 'lost' | ImEnd) => void = () => undefined
  let isOver = false

  function over(state: 'lost' | ImEnd): void {
    if (isOver) return
    isOver = true
    stateListener(state)
  }

  return {
    join: ({ id, sign }) =>
      new Promise((resolve, reject) => {
        const auth: ImHandshake = { groupId: id, sign }
        socket = io({ path: imSocketPath, addTrailingSlash: false, transports: ['websocket'], reconnection: false, forceNew: true, timeout: joinMs, auth })
        const timer = setTimeout(() => reject(new Error('no answer')), joinMs)
        socket.on('message', (message) => messageListener(message))
        socket.on('presence', (state) => presenceListener(state))
        socket.on('end', over)
        socket.on('disconnect', () => {
          clearTimeout(timer)
          reject(new Error('closed'))
          over('lost')
        })
        socket.on('connect_error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        socket.on('ready', (state) => {
          clearTimeout(timer)
          resolve(state)
        })
      }),
    async send({ clientMsgId, text, at }) {
      if (!socket) throw new Error('not joined')
      return socket.timeout(answerMs).emitWithAck('send', { clientMsgId, text, at })
    },
    async missed(afterSeq) {
      if (!socket) throw new Error('not joined')
      return socket.timeout(answerMs).emitWithAck('missed', { afterSeq })
    },
    onMessage(listener) {
      messageListener = listener
    },
    onPresence(listener) {
      presenceListener = listener
    },
    onState(listener) {
      stateListener = listener
    },
    close() {
      isOver = true
      socket?.disconnect()
      socket = undefined
    },
  }
}
