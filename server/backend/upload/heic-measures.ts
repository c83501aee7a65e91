/** Reads the measures of HEIC pictures without decoding anything: ISO 14496-12 boxes, ISO 23008-12 properties, H.265 parameter sets. */

interface Box {
  readonly type: string
  /** Of its content. */
  readonly from: number
  readonly to: number
}

/** A picture of a phone has some hundred properties, one for each of its tiles at most. */
const mostBoxes = 5000
const seqParameterSet = 33

/** Boxes that follow one another; undefined when one of them doesn't fit in. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const found: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    if (found.length >= mostBoxes) return undefined
    const short = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isLong = short === 1
    if (isLong && at + 16 > to) return undefined
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const head = isLong ? 16 : 8
    if (size < head || at + size > to) return undefined
    found.push({ type, from: at + head, to: at + size })
    at += size
  }
  return found
}

/** Bits of a network unit, its emulation bytes taken out (H.265 7.3.1.1). */
function createBitReader(unit: Buffer): { bits(count: number): number; golomb(): number } {
  const plain: number[] = []
  for (const [index, byte] of unit.entries())
    if (!(byte === 3 && index >= 2 && unit[index - 1] === 0 && unit[index - 2] === 0)) plain.push(byte)
  let at = 0
  const bit = (): number => {
    const byte = plain[at >> 3]
    if (byte === undefined) throw new RangeError('a parameter set ends too early')
    const value = (byte >> (7 - (at & 7))) & 1
    at += 1
    return value
  }
  const bits = (count: number): number => {
    let value = 0
    for (let index = 0; index < count; index += 1) value = value * 2 + bit()
    return value
  }
  return {
    bits,
    golomb() {
      let zeros = 0
      while (bit() === 0) {
        zeros += 1
        if (zeros > 31) throw new RangeError('a number of a parameter set is too long')
      }
      return 2 ** zeros - 1 + bits(zeros)
    },
  }
}

/** Pixels that a sequence parameter set asks a decoder to make room for (H.265 7.3.2.2.1). */
function pixelsOfSet(unit: Buffer): number {
  const read = createBitReader(unit.subarray(2, 200))
  read.bits(4)
  const subLayers = read.bits(3)
  read.bits(1)
  // general profile, tier and level; then those of the sub-layers
  for (let index = 0; index < 12; index += 1) read.bits(8)
  const present = Array.from({ length: subLayers }, () => ({ profile: read.bits(1), level: read.bits(1) }))
  if (subLayers > 0) for (let index = subLayers; index < 8; index += 1) read.bits(2)
  for (const { profile, level } of present) for (let index = 0; index < profile * 11 + level; index += 1) read.bits(8)
  read.golomb()
  if (read.golomb() === 3) read.bits(1)
  return read.golomb() * read.golomb()
}

/** Pixels of the largest picture of a decoder configuration (ISO 14496-15, 8.3.3.1). */
function pixelsOfConfiguration(record: Buffer): number {
  let most = 0
  let at = 23
  for (let array = 0; array < record.readUInt8(22); array += 1) {
    const type = record.readUInt8(at) & 0x3f
    const count = record.readUInt16BE(at + 1)
    at += 3
    for (let index = 0; index < count; index += 1) {
      const length = record.readUInt16BE(at)
      const unit = record.subarray(at + 2, at + 2 + length)
      if (unit.length < length) throw new RangeError('a parameter set ends too early')
      if (type === seqParameterSet) most = Math.max(most, pixelsOfSet(unit))
      at += 2 + length
    }
  }
  return most
}

/** The only box of a type among others. */
function childOf(bytes: Buffer, { from, to }: Pick<Box, 'from' | 'to'>, type: string): Box | undefined {
  return boxesIn(bytes, from, to)?.find((box) => box.type === type)
}

/**
 * How many pixels the largest picture of a HEIC file has, by what it says of itself (`ispe`) and by what its decoder would make room for
 * (`hvcC`); undefined when the file isn't whole, or holds no H.265 picture.
 */
export function measureHeic(bytes: Buffer): number | undefined {
  const meta = childOf(bytes, { from: 0, to: bytes.length }, 'meta')
  const properties = meta && childOf(bytes, { from: meta.from + 4, to: meta.to }, 'iprp')
  const container = properties && childOf(bytes, properties, 'ipco')
  const boxes = container && boxesIn(bytes, container.from, container.to)
  if (!boxes) return undefined
  try {
    const said = boxes
      .filter(({ type }) => type === 'ispe')
      .map(({ from }) => bytes.readUInt32BE(from + 4) * bytes.readUInt32BE(from + 8))
    const made = boxes
      .filter(({ type }) => type === 'hvcC')
      .map(({ from, to }) => pixelsOfConfiguration(bytes.subarray(from, to)))
    const least = Math.min(...said, ...made)
    return said.length === 0 || made.length === 0 || least < 1 ? undefined : Math.max(...said, ...made)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
