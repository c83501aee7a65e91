import { connect, type Socket } from 'node:net'

/** What came back: the status; 0 when the connection was closed without an answer, or none came in time. */
export interface RawAnswer {
  readonly status: number
  readonly isLate: boolean
  readonly head: string
  /** How the body begins. */
  readonly body: string
}

/** A connection on which requests are written as bytes, one after another, however wrong; a new one is opened where the old has ended. */
export interface RawConnection {
  send(request: Buffer, isHead: boolean): Promise<RawAnswer>
  /** Frames of a WebSocket after the answer: the first, and the others when its answer has come, or none has in time. True: it was let in. */
  follow(frames: readonly Buffer[]): Promise<boolean>
  end(): void
}

const patienceMs = 20_000
/** How a server of socket.io says that somebody is in. */
const joinedFrame = '40{"sid"'
const joinMs = 400

/** Length of the answer's body: to the end of the connection, by chunks, or so many bytes. */
function bodyOf(head: string, status: number, isHead: boolean): 'chunks' | 'end' | number {
  if (isHead || status === 204 || status === 304) return 0
  if (/^transfer-encoding: *chunked/im.test(head)) return 'chunks'
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  return length === undefined ? 'end' : Number(length)
}

export function openRawConnection(port: number): RawConnection {
  let socket: Socket | undefined

  function open(): Socket {
    if (socket && !socket.destroyed && socket.writable) return socket
    socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => undefined)
    return socket
  }

  function send(request: Buffer, isHead: boolean): Promise<RawAnswer> {
    const own = open()
    return new Promise((resolve) => {
      let text = ''
      let head = ''
      let status = 0
      const finish = (isLate: boolean, keeps: boolean): void => {
        clearTimeout(timer)
        own.off('data', onData).off('close', onClose)
        if (!keeps) own.destroy()
        resolve({
          status,
          isLate,
          head,
          body: /^transfer-encoding/im.test(head)
            ? text.slice(text.indexOf('\n') + 1).slice(0, 100)
            : text.slice(0, 100),
        })
      }
      const onClose = (): void => finish(false, false)
      const onData = (data: Buffer): void => {
        text += data.toString('latin1')
        while (head === '') {
          const end = text.indexOf('\r\n\r\n')
          if (end < 0) return
          status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0)
          if (status !== 100) head = text.slice(0, end + 2)
          text = text.slice(end + 4)
        }
        if (status === 101) return finish(false, true)
        const body = bodyOf(head, status, isHead)
        const isWhole = body === 'chunks' ? /(?:^|\r\n)0\r\n\r\n$/.test(text) : body !== 'end' && text.length >= body
        if (isWhole) finish(false, !/^connection: *close/im.test(head))
      }
      const timer = setTimeout(() => finish(true, false), patienceMs)
      own.on('data', onData).once('close', onClose)
      own.write(request)
    })
  }

  return {
    send,
    async follow([first, ...more]) {
      const own = socket
      if (!own || own.destroyed) return false
      let said = ''
      const closed = new Promise<void>((resolve) => own.once('close', () => resolve()))
      const isIn = new Promise<void>((resolve) =>
        own.on('data', (data: Buffer) => {
          said += data.toString('latin1')
          if (said.includes(joinedFrame)) resolve()
        }),
      )
      const within = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
      if (first) own.write(first)
      await Promise.race([closed, isIn, within(joinMs)])
      for (const frame of more) if (own.writable) own.write(frame)
      await Promise.race([closed, within(50)])
      own.destroy()
      return said.includes(joinedFrame)
    },
    end: () => socket?.destroy(),
  }
}
