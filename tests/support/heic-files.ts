import { inflateSync } from 'node:zlib'

/**
 * One H.265 picture each, as Annex B, deflated: a flag of four quarters (red, green; blue, white), and grey ones right below and right above fifty
 * million pixels. Made by
 * `ffmpeg -f lavfi -i color=gray:s=8000x6240 -frames:v 1 -pix_fmt yuv420p -c:v libx265 -x265-params qp=51:repeat-headers=1 -f hevc out`.
 */
const streams = {
  quarters:
    'eNpjYGBgdGDkYfz/nzGBgYGZYQKIACK5qTM4GYByToyMaBILDBpZp4Vlqpz6INbQABIBEjwtILUujAcLFwoBGRqM6zkfeGb4WsrV/zih/3/S94XfMxg+b608lDJ/a/z/3tP/f1/u/3cp+fG9k///nI7/1OlRPHv5vwlZW26VMMQdSm4AAHKZNOc=',
  below:
    'eNrt1DFIQkEYB/DvKwTFNyUKjk26BVLQIjysvUWcdXUQhKjJxwNzLkidbY+GlkIHRQRXWwtxcbWShqBHvO5BQzhJwx+KP/z57rjv4Hdw3ImI2mqp72tRZFMugmLit5oRMb2c6kqjIx9hKTXahfx8+Jpw3WDRFOss2H6og2p9y0zSep2wR850fznrO5/e+8vP4a4y7Z0snn45TG6z9xH3+ziw7HbQokl+gBb1HC2e2lgxZGG9+ATrZYpY7wh8fyWwVwa/wWOwVwN7DfDXfQn2rsDeDdjrgr0+2BuDvQewNwN7c7D3DPbewJ6H9TSE5aJYLoblklhuG8ul/jW3g+X2yP1ZLkuOHDk4d0COHDly5MiRI0eOHDly5MiRI0eOHDly5MitmY3HL88Dq14=',
  above:
    'eNrt2L9LQlEUB/BzfC9ICImQJv8AB0FoUaHoEdIkLf0DNojSlP+ARA02BDlUQ0O05+RUgz9IwaAlsDEKqzF4bUEmr/ckHBwdvqh84XDu5V4un3suZ7oiopYuqONoWsSQkpfccM5O/eLubaiObFzJz5HstCO3mcxWKqq5eW91kO4t70RSG/nDJXcS1vKy1Sr0E/n39kkgFN/rNovDIWZ364V+79t+HWf4qqzd+Pf/b4SLRzxpiK7D0bkWvMgHtBhcRIvbDbRYRferxtBgFg1eo8EOGrTBoM+HBjfR4AEavESDNTR4hwbfwKCxggZ30SC6S41zNHiBBl9mHDRNsBdCP+gvuMBVsHc8494T2PugN9XeMz169IbeJ/ivy6RHjx49evTo0aNHjx49evTo0aNHjx49evQmzxs3Iuk/7XSfvw==',
} as const
const sizes = { quarters: [96, 64], below: [8000, 6240], above: [8008, 6248] } as const

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const int32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([int32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** A box with a version and flags. */
const full = (type: string, version: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts)

/** The network units of a stream. */
function unitsOf(stream: keyof typeof streams): Buffer[] {
  const bytes = inflateSync(Buffer.from(streams[stream], 'base64'))
  const starts: number[] = []
  for (let at = 0; at + 3 <= bytes.length; at += 1)
    if (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1) starts.push(at)
  return starts.map((start, index) => {
    const next = starts[index + 1]
    // four bytes begin a unit whose first is 0, too
    const end = next === undefined ? bytes.length : bytes[next - 1] === 0 ? next - 1 : next
    return bytes.subarray(start + 3, end)
  })
}

const typeOf = (unit: Buffer): number => (unit.readUInt8(0) >> 1) & 0x3f

/** The decoder's configuration: parameter sets of a stream. */
function configuration(units: readonly Buffer[]): Buffer {
  const sets = units.filter((unit) => typeOf(unit) >= 32 && typeOf(unit) <= 34)
  const head = Buffer.from([1, 3, 0x70, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f])
  const arrays = sets.map((unit) =>
    Buffer.concat([Buffer.from([0x80 | typeOf(unit)]), int16(1), int16(unit.length), unit]),
  )
  return box('hvcC', head, Buffer.from([sets.length]), ...arrays)
}

export interface HeicPicture {
  readonly stream?: keyof typeof streams
  /** What the file says of its size, which may be a lie. */
  readonly said?: readonly [width: number, height: number]
  /** Quarter turns against the clock in which it is to be shown. */
  readonly turns?: number
  /** Parameter sets of another stream stand in the configuration; its own come with the picture. */
  readonly hiddenBehind?: keyof typeof streams
}

/** A HEIC file with one picture (ISO 23008-12). */
export function makeHeic({
  stream = 'quarters',
  said = sizes[stream],
  turns = 0,
  hiddenBehind,
}: HeicPicture = {}): Buffer {
  const units = unitsOf(stream)
  const shown = hiddenBehind === undefined ? units.filter((unit) => typeOf(unit) < 32) : units
  const data = Buffer.concat(shown.flatMap((unit) => [int32(unit.length), unit]))
  const properties = [
    configuration(unitsOf(hiddenBehind ?? stream)),
    full('ispe', 0, int32(said[0]), int32(said[1])),
    box('irot', Buffer.from([turns])),
  ]
  const ftyp = box('ftyp', Buffer.from('heic', 'latin1'), int32(0), Buffer.from('mif1heic', 'latin1'))
  const meta = (offset: number): Buffer =>
    full(
      'meta',
      0,
      full('hdlr', 0, int32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      full('pitm', 0, int16(1)),
      full('iinf', 0, int16(1), full('infe', 2, int16(1), int16(0), Buffer.from('hvc1\0', 'latin1'))),
      full(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        int16(1),
        int16(1),
        int16(0),
        int16(1),
        int32(offset),
        int32(data.length),
      ),
      box('iprp', box('ipco', ...properties), full('ipma', 0, int32(1), int16(1), Buffer.from([3, 0x81, 2, 0x83]))),
    )
  const offset = ftyp.length + meta(0).length + 8
  return Buffer.concat([ftyp, meta(offset), box('mdat', data)])
}
