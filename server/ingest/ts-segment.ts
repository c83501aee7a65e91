/** One segment of MPEG transport stream, as far as renditions and figures need it (ISO/IEC 13818-1). */
export interface TsSegment {
  /** AAC in ADTS frames and the time of the first of them, in 90 kHz; undefined without a sound. */
  readonly sound: { readonly time: number; readonly frames: Buffer } | undefined
  /** Frames of the picture. */
  readonly pictures: number
  /** The sequence parameter set of its H.264 (a NAL unit); undefined without one. */
  readonly sps: Buffer | undefined
}

const packetSize = 188
const syncByte = 0x47
const h264 = 0x1b
const adtsAac = 0x0f
const spsType = 7
/** The parameter sets stand before the first slice. */
const spsWithin = 4096

/** The parts of the elementary stream in one packet: what follows the header of a PES packet, or what continues it. */
interface PesPart {
  readonly data: Buffer
  /** 33 bits of 90 kHz; undefined when it isn't said here. */
  readonly time: number | undefined
}

/** What a packet carries behind its adaptation field. */
function payloadOf(packet: Buffer): Buffer | undefined {
  const control = ((packet[3] ?? 0) >> 4) & 3
  if ((control & 1) === 0) return undefined
  const from = 4 + (control & 2 ? 1 + (packet[4] ?? 0) : 0)
  return from < packetSize ? packet.subarray(from) : undefined
}

function pesStart(payload: Buffer): PesPart | undefined {
  if (payload.length < 9 || payload.readUIntBE(0, 3) !== 1) return undefined
  const data = payload.subarray(9 + (payload[8] ?? 0))
  if (((payload[7] ?? 0) & 0x80) === 0 || payload.length < 14) return { data, time: undefined }
  const [high, middle, low] = [(payload[9] ?? 0) & 0x0e, payload.readUInt16BE(10) >> 1, payload.readUInt16BE(12) >> 1]
  return { data, time: high * 2 ** 29 + middle * 2 ** 15 + low }
}

/** A section of the tables that tell which packets are what, behind its pointer and without its checksum. */
function sectionOf(payload: Buffer): Buffer {
  const from = 1 + (payload[0] ?? 0)
  const length = payload.length >= from + 3 ? payload.readUInt16BE(from + 1) & 0x0fff : 0
  return payload.subarray(from, Math.max(from, from + 3 + length - 4))
}

/** The packets of the program map; a segment has one program. */
function mapPid(section: Buffer): number | undefined {
  for (let at = 8; at + 4 <= section.length; at += 4)
    if (section.readUInt16BE(at) !== 0) return section.readUInt16BE(at + 2) & 0x1fff
  return undefined
}

/** The packets of the first track of each kind. */
function trackPids(section: Buffer): Map<number, 'picture' | 'sound'> {
  const found = new Map<number, 'picture' | 'sound'>()
  if (section.length < 12) return found
  const kinds = new Set<string>()
  for (let at = 12 + (section.readUInt16BE(10) & 0x0fff); at + 5 <= section.length; ) {
    const kind = section[at] === h264 ? 'picture' : section[at] === adtsAac ? 'sound' : undefined
    if (kind && !kinds.has(kind)) {
      kinds.add(kind)
      found.set(section.readUInt16BE(at + 1) & 0x1fff, kind)
    }
    at += 5 + (section.readUInt16BE(at + 3) & 0x0fff)
  }
  return found
}

/** The first parameter set in a byte stream of NAL units. */
function findSps(stream: Buffer): Buffer | undefined {
  const mark = Buffer.from([0, 0, 1])
  for (let at = stream.indexOf(mark); at >= 0; at = stream.indexOf(mark, at + 3)) {
    const end = stream.indexOf(mark, at + 3)
    if (((stream[at + 3] ?? 0) & 0x1f) === spsType) return stream.subarray(at + 3, end < 0 ? stream.length : end)
  }
  return undefined
}

/** Reads one; what isn't a packet is passed over, so of a file that is none nothing is found. */
export function readTsSegment(file: Buffer): TsSegment {
  let map: number | undefined
  let tracks = new Map<number, 'picture' | 'sound'>()
  let [soundTime, pictures, firstPictureSize]: [number | undefined, number, number] = [undefined, 0, 0]
  const sound: Buffer[] = []
  const firstPicture: Buffer[] = []
  for (let at = 0; at + packetSize <= file.length; at += packetSize) {
    const packet = file.subarray(at, at + packetSize)
    if (packet[0] !== syncByte) continue
    const pid = packet.readUInt16BE(1) & 0x1fff
    const isStart = ((packet[1] ?? 0) & 0x40) !== 0
    const payload = payloadOf(packet)
    if (!payload) continue
    if (pid === 0 && isStart) map = mapPid(sectionOf(payload)) ?? map
    else if (pid === map && isStart) {
      if (tracks.size === 0) tracks = trackPids(sectionOf(payload))
    } else {
      const track = tracks.get(pid)
      const part = track && (isStart ? pesStart(payload) : { data: payload, time: undefined })
      if (!part) continue
      if (track === 'sound') {
        // what continues a frame of the segment before
        if (isStart) soundTime ??= part.time
        if (soundTime !== undefined) sound.push(part.data)
      } else {
        if (isStart) pictures += 1
        if (pictures === 1 && firstPictureSize < spsWithin) {
          firstPicture.push(part.data)
          firstPictureSize += part.data.length
        }
      }
    }
  }
  return {
    sound: soundTime === undefined ? undefined : { time: soundTime, frames: Buffer.concat(sound) },
    pictures,
    sps: findSps(Buffer.concat(firstPicture)),
  }
}
