/** What a player must know of an H.264 picture before it gets it. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** As RFC 6381 writes it: `avc1.64001f`. */
  readonly codec: string
}

/** Profiles that say how their colours lie. */
const highProfiles: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
/** No parameter set is longer. */
const longest = 1024
const widest = 16_384
/** As many offsets as the standard allows. */
const mostOffsets = 255

/** Bits of a NAL unit, its emulation prevention taken out. Behind its end there are zeros. */
class Bits {
  private at = 0
  private readonly bytes: number[] = []

  constructor(unit: Buffer) {
    for (const [index, byte] of unit.entries())
      if (!(byte === 3 && index >= 2 && unit[index - 1] === 0 && unit[index - 2] === 0)) this.bytes.push(byte)
  }

  get isOver(): boolean {
    return this.at > this.bytes.length * 8
  }

  bit(): number {
    const byte = this.bytes[this.at >> 3] ?? 0
    const bit = (byte >> (7 - (this.at & 7))) & 1
    this.at += 1
    return bit
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit()
    return value
  }

  /** Exp-Golomb. */
  unsigned(): number {
    let zeros = 0
    while (zeros < 32 && this.bit() === 0) zeros += 1
    return 2 ** zeros - 1 + this.read(zeros)
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2
  }
}

function skipScalingList(bits: Bits, size: number): void {
  let [last, next] = [8, 8]
  for (let index = 0; index < size; index += 1) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256
    if (next !== 0) last = next
  }
}

/** Reads over what a high profile says; answers how colours lie: 0 none, 1 4:2:0, 2 4:2:2, 3 4:4:4, and 0 when their planes stand apart. */
function readColours(bits: Bits): number {
  const format = bits.unsigned()
  const isApart = format === 3 && bits.bit() === 1
  bits.unsigned()
  bits.unsigned()
  bits.bit()
  const lists = bits.bit() === 0 ? 0 : format === 3 ? 12 : 8
  for (let index = 0; index < lists; index += 1) {
    const isThere = bits.bit() === 1
    if (isThere) skipScalingList(bits, index < 6 ? 16 : 64)
  }
  return isApart ? 0 : format
}

function skipOrderCount(bits: Bits): void {
  const type = bits.unsigned()
  if (type === 0) bits.unsigned()
  if (type !== 1) return
  bits.bit()
  bits.signed()
  bits.signed()
  const offsets = Math.min(bits.unsigned(), mostOffsets)
  for (let index = 0; index < offsets; index += 1) bits.signed()
}

function hex(byte: number | undefined): string {
  return (byte ?? 0).toString(16).padStart(2, '0')
}

/** Size and codec by a sequence parameter set (ITU-T H.264, 7.3.2.1.1); undefined when it says nothing sensible. */
export function readPicture(sps: Buffer): Picture | undefined {
  if (sps.length < 4 || sps.length > longest) return undefined
  const bits = new Bits(sps)
  bits.read(8)
  const profile = bits.read(8)
  bits.read(16)
  bits.unsigned()
  const colours = highProfiles.has(profile) ? readColours(bits) : 1
  bits.unsigned()
  skipOrderCount(bits)
  bits.unsigned()
  bits.bit()
  const [columns, rows] = [bits.unsigned() + 1, bits.unsigned() + 1]
  // 2: fields, of which two are a frame
  const fields = bits.bit() === 1 ? 1 : 2
  if (fields === 2) bits.bit()
  bits.bit()
  const isCropped = bits.bit() === 1
  const [left, right, top, bottom] = isCropped
    ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()]
    : [0, 0, 0, 0]
  const width = columns * 16 - (left + right) * (colours === 1 || colours === 2 ? 2 : 1)
  const height = rows * 16 * fields - (top + bottom) * (colours === 1 ? 2 : 1) * fields
  if (bits.isOver || !(width > 0 && width <= widest && height > 0 && height <= widest)) return undefined
  return { width, height, codec: `avc1.${hex(sps[1])}${hex(sps[2])}${hex(sps[3])}` }
}
