/** Samples of a frame of AAC. */
const frameSamples = 1024
const headerSize = 7
/** Of MPEG-4 audio (ISO/IEC 14496-3, 1.6.3.4), by their number in a header. */
const sampleRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350]

/** The frames of an ADTS stream, headers and all; what follows the last whole one is left out. */
export function splitAdts(stream: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at + headerSize <= stream.length; ) {
    const length = (stream.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    const isFrame = (stream.readUInt16BE(at) & 0xfff6) === 0xfff0
    if (!isFrame || length < headerSize || at + length > stream.length) break
    frames.push(stream.subarray(at, at + length))
    at += length
  }
  return frames
}

/** Nearly all: a frame may have several blocks of so many samples. */
export function hasOneBlock(frame: Buffer): boolean {
  return ((frame[6] ?? 0) & 3) === 0
}

/** How long a frame plays, in 90 kHz; undefined when its header has no such rate. */
export function frameTime(frame: Buffer): number | undefined {
  const rate = sampleRates[((frame[2] ?? 0) >> 2) & 15]
  return rate && (frameSamples * 90_000) / rate
}
