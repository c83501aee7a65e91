import type { Socket } from 'node:net'
import Rtmp, { type MediaPacket } from 'node-media-server/src/protocol/rtmp.js'

/** Who hasn't asked to publish by then is no teacher. */
const introductionMs = 10_000
/** A stream that is silent for so long is lost; its teacher may come again. */
const silenceMs = 10_000
/** Nobody needs more to say who they are. */
const largestIntroduction = 64 * 1024
/** One picture of a stream of 100 Mbit/s is smaller. */
const largestMessage = 4 * 1024 * 1024
/** OBS and ffmpeg use six. */
const mostChunkStreams = 16
const streamApp = 'live'

/** One RTMP connection, as the ingest sees it. */
export interface RtmpConnection {
  /** The client may go on. */
  accept(): void
  /** The client is told that the key isn't taken, and is gone. */
  refuse(): void
  /** No more packets until `resume`. */
  pause(): void
  resume(): void
  end(): void
}

export interface RtmpEvents {
  /** Somebody wants to publish under a key; nothing is read on before `accept` or `refuse`. */
  onPublish(key: string, connection: RtmpConnection): void
  /** NOTE: its data is only good during the call. */
  onPacket(packet: MediaPacket): void
  /** Once, whatever ended it. */
  onEnd(): void
  /** It said what nobody who streams says. */
  onNonsense(error: Error): void
}

/**
 * Speaks RTMP with one client by node-media-server's protocol. Its own server isn't used: it lets anybody watch what is published, holds a
 * lost publisher's place for half a minute, and ends the whole process at a malformed message.
 */
export function serveRtmp(socket: Socket, { onPublish, onPacket, onEnd, onNonsense }: RtmpEvents): void {
  const rtmp = new Rtmp()
  let asked = false
  let accepted = false
  let key = ''
  const nonsense = (why: string): void => {
    socket.destroy()
    onNonsense(new Error(why))
  }
  const connection: RtmpConnection = {
    accept() {
      accepted = true
      Rtmp.prototype.respondPublish.call(rtmp)
      socket.resume()
    },
    refuse() {
      if (socket.destroyed) return
      rtmp.sendStatusMessage(rtmp.streamId, 'error', 'NetStream.Publish.BadName', 'This stream key is not taken.')
      socket.end()
      socket.setTimeout(1_000)
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end: () => void socket.destroy(),
  }
  const introduction = setTimeout(() => {
    if (!asked) socket.destroy()
  }, introductionMs)

  rtmp.onOutputCallback = (data) => {
    if (socket.writable) socket.write(data)
  }
  rtmp.onConnectCallback = ({ app, name }) => {
    key = app === streamApp ? name : ''
  }
  // Whether it may is answered later.
  rtmp.respondPublish = () => undefined
  rtmp.onPushCallback = () => {
    if (asked) return nonsense('It publishes twice on one connection.')
    asked = true
    socket.pause()
    onPublish(key, connection)
  }
  rtmp.onPlayCallback = () => void socket.destroy()
  rtmp.onDeleteStream = () => void socket.end()
  rtmp.onPacketCallback = (packet) => {
    if (asked) onPacket(packet)
  }
  rtmp.packetAlloc = () => {
    if (rtmp.parserPacket.header.length > (accepted ? largestMessage : largestIntroduction))
      throw new Error('It sends too large a message.')
    if (rtmp.inPackets.size > mostChunkStreams) throw new Error('It uses too many chunk streams.')
    Rtmp.prototype.packetAlloc.call(rtmp)
  }
  socket.setNoDelay(true)
  socket.setTimeout(silenceMs, () => socket.destroy())
  socket.on('data', (data: Buffer) => {
    try {
      const wrong = rtmp.parserData(data)
      if (wrong !== null) nonsense(wrong)
    } catch (error) {
      nonsense((error as Error).message)
    }
  })
  // The close that follows says it.
  socket.on('error', () => undefined)
  socket.once('end', () => void socket.destroy())
  socket.once('close', () => {
    clearTimeout(introduction)
    onEnd()
  })
}
