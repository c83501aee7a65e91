import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthOf, type MediaIndex, parseMediaIndex } from './media-index.ts'
import { playedLength, writeClock, writeFilm, writeLive } from './media-playlist.ts'

interface Shown {
  number: number
  part: number
  uri: string
  us: number
  at: number | undefined
}

/** Reads a playlist as a player does: numbers and parts counted on from the head. */
function read(text: string): { segments: Shown[]; isClosed: boolean; tags: string[] } {
  const tags = text.split('\n')
  const value = (tag: string): number =>
    Number(tags.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1) ?? 0)
  let number = value('#EXT-X-MEDIA-SEQUENCE')
  let part = value('#EXT-X-DISCONTINUITY-SEQUENCE')
  let us = 0
  let at: number | undefined
  const segments: Shown[] = []
  for (const line of tags) {
    if (line === '#EXT-X-DISCONTINUITY') part += 1
    else if (line.startsWith('#EXTINF:')) us = Math.round(Number.parseFloat(line.slice(8)) * 1e6)
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(25))
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ number: number++, part, uri: line, us, at })
      at = undefined
    }
  }
  return { segments, isClosed: tags.includes('#EXT-X-ENDLIST'), tags }
}

function toIndex(durations: readonly number[], breaks: readonly boolean[] = []): MediaIndex {
  const lines = durations.flatMap((seconds, place) => [
    ...(breaks[place] ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:${seconds.toFixed(6)},`,
    `part-${place}.ts`,
  ])
  const index = parseMediaIndex(`${['#EXTM3U', '#EXT-X-TARGETDURATION:4', ...lines, '#EXT-X-ENDLIST'].join('\n')}\n`)
  if (!index) throw new Error('no playlist')
  return index
}

const sum = (segments: readonly Shown[]): number => segments.reduce((total, { us }) => total + us, 0)
const begin = Date.parse('2026-03-11T12:00:00.123+08:00')
/** As the seed's film: 31 s. */
const seedFilm = toIndex([4, 4, 4, 4, 4, 4, 4, 3])
const durations = fc.array(
  fc.integer({ min: 500_000, max: 9_999_999 }).map((us) => us / 1e6),
  { minLength: 1, maxLength: 12 },
)
const films = fc
  .tuple(durations, fc.array(fc.boolean(), { maxLength: 12 }))
  .map(([list, breaks]) => toIndex(list, breaks))

describe('a whole film', () => {
  it('is what it was when it needn’t be longer', () => {
    for (const seconds of [null, 1, 31]) {
      const { segments, isClosed, tags } = read(writeFilm(seedFilm, seconds))
      expect(segments.map(({ uri }) => uri)).toEqual(seedFilm.segments.map(({ uri }) => uri))
      expect([isClosed, tags.includes('#EXT-X-DISCONTINUITY'), tags.includes('#EXT-X-PLAYLIST-TYPE:VOD')]).toEqual([
        true,
        false,
        true,
      ])
    }
  })

  it('repeats up to its lesson’s length, each time new', () => {
    const { segments } = read(writeFilm(seedFilm, 45 * 60))
    expect(sum(segments)).toBe(2_701_000_000)
    expect(segments.filter(({ part }) => part === 0)).toHaveLength(8)
    expect(segments.at(-1)).toMatchObject({ part: 87, uri: 'part-0.ts' })
  })

  it('ends at the segment nearest to the length', () => {
    fc.assert(
      fc.property(films, fc.integer({ min: 1, max: 3000 }), (index, seconds) => {
        const { segments, isClosed } = read(writeFilm(index, seconds))
        const longest = Math.max(...index.segments.map(({ us }) => us))
        const wanted = Math.max(seconds * 1e6, lengthOf(index))
        expect(isClosed).toBe(true)
        expect(Math.abs(sum(segments) - wanted)).toBeLessThanOrEqual(longest / 2)
        expect(sum(segments)).toBe(playedLength(index, seconds))
        const count = index.segments.length
        const inFilm = index.breaks.at(-1) ?? 0
        for (const { number, part, uri } of segments) {
          expect(uri).toBe(`part-${number % count}.ts`)
          expect(part).toBe(Math.floor(number / count) * (inFilm + 1) + (index.breaks[number % count] ?? 0))
        }
      }),
    )
  })
})

describe('a film on the clock', () => {
  it('is the same for everybody at any moment', () => {
    fc.assert(
      fc.property(
        films,
        fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 12 }),
        (index, moments) => {
          const end = begin + 1_500_000
          const seen = new Map<number, Shown>()
          let first = -1
          let last = -1
          for (const moment of moments.sort((a, b) => a - b)) {
            const now = begin + moment
            const { segments, isClosed } = read(writeClock(index, { begin, end }, now))
            expect(isClosed).toBe(now >= end)
            for (const [place, segment] of segments.entries()) {
              const known = seen.get(segment.number)
              if (known) expect(segment).toEqual(known)
              seen.set(segment.number, segment)
              expect(segment.uri).toBe(`part-${segment.number % index.segments.length}.ts`)
              const before = segments[place - 1]
              if (before)
                expect(Math.abs((segment.at ?? 0) - (before.at ?? 0) - before.us / 1000)).toBeLessThanOrEqual(1)
            }
            if (segments.length === 0) continue
            expect(segments[0]?.number).toBeGreaterThanOrEqual(first)
            expect(segments.at(-1)?.number).toBeGreaterThanOrEqual(last)
            first = segments[0]?.number ?? 0
            last = segments.at(-1)?.number ?? 0
            const ends = (segments.at(-1)?.at ?? 0) + (segments.at(-1)?.us ?? 0) / 1000
            expect(ends).toBeLessThanOrEqual(end + 1)
          }
        },
      ),
    )
  })

  it('shows what plays now, with half a minute around', () => {
    fc.assert(
      fc.property(films, fc.integer({ min: 30_000, max: 3_600_000 }), (index, moment) => {
        const now = begin + moment
        const { segments } = read(writeClock(index, { begin, end: begin + 7_200_000 }, now))
        const from = segments[0]?.at ?? 0
        const to = (segments.at(-1)?.at ?? 0) + (segments.at(-1)?.us ?? 0) / 1000
        expect(from).toBeLessThanOrEqual(now - 30_000 + 1)
        expect(from).toBeGreaterThan(now - 30_000 - 10_001)
        expect(to).toBeGreaterThanOrEqual(now + 19_999)
        expect(to).toBeLessThan(now + 30_002)
      }),
    )
  })

  it('says at each moment what the film shows there', () => {
    const { segments } = read(writeClock(seedFilm, { begin, end: begin + 3_600_000 }, begin + 100_000))
    const playing = segments.findLast(({ at }) => (at ?? 0) <= begin + 100_000)
    // three times 31 s, then 7 s into the fourth
    expect(playing).toMatchObject({ uri: 'part-1.ts', number: 25, part: 3, at: begin + 97_000 })
  })

  it('is empty before it begins and closed after its end', () => {
    const times = { begin, end: begin + 60_000 }
    expect(read(writeClock(seedFilm, times, begin - 1))).toMatchObject({ segments: [], isClosed: false })
    expect(writeClock(seedFilm, times, begin - 1)).toContain('#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n')
    expect(read(writeClock(seedFilm, times, begin)).segments.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5])
    const closed = writeClock(seedFilm, times, times.end)
    expect(read(closed)).toMatchObject({ isClosed: true })
    // 31 s, then seven segments: the eighth would reach past the end
    expect(read(closed).segments.at(-1)?.number).toBe(14)
    expect(writeClock(seedFilm, times, times.end + 86_400_000)).toBe(closed)
  })

  it('of a film without segments is empty', () => {
    const index = parseMediaIndex('#EXTM3U\n')
    expect(index && read(writeClock(index, { begin, end: begin + 1000 }, begin)).segments).toEqual([])
  })
})

describe('a film that grows', () => {
  const grown = (count: number, more: string[] = []): MediaIndex => {
    const lines = Array.from({ length: count }, (_, place) => [
      ...(place % 5 === 3 ? ['#EXT-X-DISCONTINUITY'] : []),
      '#EXTINF:2.000000,',
      `s-${place}.ts`,
    ]).flat()
    const index = parseMediaIndex(
      `${['#EXTM3U', '#EXT-X-MEDIA-SEQUENCE:7', '#EXT-X-DISCONTINUITY-SEQUENCE:2', ...lines, ...more].join('\n')}\n`,
    )
    if (!index) throw new Error('no playlist')
    return index
  }

  it('shows its last eight segments under numbers that stay', () => {
    const seen = new Map<number, Shown>()
    for (let count = 1; count <= 40; count += 1) {
      const { segments, isClosed } = read(writeLive(grown(count)))
      expect(isClosed).toBe(false)
      expect(segments).toHaveLength(Math.min(8, count))
      expect(segments.at(-1)).toMatchObject({
        uri: `s-${count - 1}.ts`,
        number: 7 + count - 1,
        part: 2 + Math.floor((count + 1) / 5),
      })
      for (const segment of segments) {
        expect(segment).toEqual(seen.get(segment.number) ?? segment)
        seen.set(segment.number, segment)
      }
    }
  })

  it('is closed when its recorder has closed it', () => {
    expect(read(writeLive(grown(3, ['#EXT-X-ENDLIST']))).isClosed).toBe(true)
  })

  it('keeps the recorder’s times, and counts where missing', () => {
    const index = parseMediaIndex(
      '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-03-11T12:00:00.000+0800\n#EXTINF:2,\na.ts\n#EXTINF:2.5,\nb.ts\n',
    )
    expect(index && read(writeLive(index)).segments.map(({ at }) => at)).toEqual([
      Date.parse('2026-03-11T12:00:00+08:00'),
      Date.parse('2026-03-11T12:00:02+08:00'),
    ])
  })
})

describe('a playlist in the store', () => {
  it('counts as far as it is written', () => {
    const whole = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts.ts\n'
    for (let length = 0; length <= whole.length; length += 1) {
      const uris = parseMediaIndex(whole.slice(0, length))?.segments.map(({ uri }) => uri) ?? []
      expect([[], ['a.ts'], ['a.ts', 'b.ts.ts']]).toContainEqual(uris)
      if (uris.length === 2) expect(length).toBe(whole.length)
    }
  })

  it('has segments beside it only', () => {
    const uris = ['../a.ts', '/a.ts', 'https://evil.test/a.ts', 'a/b.ts', '.a.ts', 'a.html', 'a.ts?x', 'fine.ts']
    const index = parseMediaIndex(`#EXTM3U\n${uris.map((uri) => `#EXTINF:2,\n${uri}\n`).join('')}`)
    expect(index?.segments.map(({ uri }) => uri)).toEqual(['fine.ts'])
  })

  it('repeats the segments’ map after each break', () => {
    const index = parseMediaIndex(
      '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:2,\na.m4s\n#EXTINF:2,\nb.m4s\n#EXT-X-ENDLIST\n',
    )
    const film = index ? writeFilm(index, 8) : ''
    expect(
      film.split('#EXT-X-DISCONTINUITY').map((part) => part.split('#EXT-X-MAP:URI="init.mp4"').length - 1),
    ).toEqual([1, 1])
    expect(film).toContain('#EXT-X-VERSION:7')
    expect(index && writeLive(index)).toContain('#EXT-X-MAP:URI="init.mp4"\n#EXTINF:2.000000,\na.m4s\n#EXTINF')
  })

  it.each(['', 'hello', '<html>'])('isn’t %j', (text) => expect(parseMediaIndex(text)).toBeUndefined())
})
