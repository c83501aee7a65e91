import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { repeatCaptions } from './captions.ts'

const film = readFileSync('server/seed/media/film/captions-zh.vtt', 'utf8')

function cues(text: string): string[] {
  return text.split('\n').filter((line) => line.includes('-->'))
}

describe('captions', () => {
  it('of the seed’s film fill its 31 seconds without overlapping', () => {
    const times = cues(film).map((line) =>
      [...line.matchAll(/00:00:(\d\d\.\d{3})/g)].map(([, seconds]) => Number(seconds)),
    )
    expect(times).toHaveLength(8)
    expect(times.flat()).toEqual(times.flat().toSorted((a, b) => a - b))
    expect(times.flat().at(-1)).toBe(31)
  })

  it('come again with the film and end with it', () => {
    const text = repeatCaptions(film, 31_000, 66_000)
    expect(text.startsWith('WEBVTT\n\n00:00:00.300 --> 00:00:02.800\n')).toBe(true)
    expect(cues(text)).toHaveLength(8 + 8 + 2)
    expect(text).toContain('00:00:31.300 --> 00:00:33.800\n［乐声')
    expect(cues(text).at(-1)).toBe('00:01:04.800 --> 00:01:06.000')
    expect(text.endsWith('近处是松林和田野。\n')).toBe(true)
  })

  it('keep settings, lines and styles, and lose notes and numbers', () => {
    const own =
      '\uFEFFWEBVTT - 第一课\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE nothing\r\n\r\n1\r\n00:01.000 --> 00:02.000 line:0 align:start\r\n甲\r\n乙\r\n\r\nwrong --> wrong\r\n丙\r\n'
    expect(repeatCaptions(own, 3000, 5000)).toBe(
      'WEBVTT - 第一课\n\nSTYLE\n::cue { color: red }\n\n00:00:01.000 --> 00:00:02.000 line:0 align:start\n甲\n乙\n\n00:00:04.000 --> 00:00:05.000 line:0 align:start\n甲\n乙\n',
    )
  })

  it('go on for hours', () => {
    expect(cues(repeatCaptions(film, 31_000, 3_600_000 * 2)).at(-1)).toMatch(/^01:59:\d\d\.\d{3} --> 0\d:/)
  })
})
