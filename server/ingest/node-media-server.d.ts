/** The protocol parts of node-media-server, which has no types of its own; as far as the ingest uses them. */
declare module 'node-media-server/src/protocol/rtmp.js' {
  /** A message of audio, video or data. NOTE: `data` belongs to the parser and is written over by the next one. */
  export interface MediaPacket {
    /** 8 audio, 9 video, 18 data. */
    codec_type: number
    /** 7 H.264, 10 AAC; undefined for data. */
    codec_id?: number
    /** 0 header of the audio, 2 header of the video, 5 data. */
    flags: number
    dts: number
    size: number
    data: Buffer
  }
  export default class Rtmp {
    onConnectCallback: (request: { app: string; name: string }) => void
    onPlayCallback: () => void
    onPushCallback: () => void
    onPacketCallback: (packet: MediaPacket) => void
    onOutputCallback: (data: Buffer) => void
    parserPacket: { header: { length: number } }
    inPackets: Map<number, unknown>
    streamId: number
    /** Answers what is wrong, or null. Throws at malformed messages. */
    parserData(data: Buffer): string | null
    /** Makes room for the message whose header has been read. */
    packetAlloc(): void
    respondPublish(): void
    onDeleteStream(message: unknown): void
    sendStatusMessage(streamId: number, level: string, code: string, description: string): void
  }
}

declare module 'node-media-server/src/protocol/flv.js' {
  import type { MediaPacket } from 'node-media-server/src/protocol/rtmp.js'

  const Flv: {
    createHeader(hasAudio: boolean, hasVideo: boolean): Buffer
    /** A tag of its own memory. */
    createMessage(packet: MediaPacket): Buffer
  }
  export default Flv
}

declare module 'node-media-server/src/protocol/rtmp_client.js' {
  /** A programme that streams; the tests’. */
  export default class RtmpClient {
    onStatusCallback: (code: string) => void
    onCloseCallback: () => void
    connect(url: string): Promise<void>
    sendConnect(): Promise<unknown>
    sendCreateStream(): Promise<number>
    sendPublish(name: string): Promise<unknown>
    disconnect(): void
  }
}
