import { expect, it } from 'vitest'
import { lineNames, lineOf, onLine } from '#client/features/play/player/film-lines.ts'

const address = (...names: string[]) => ({
  playUrl: '/0.m3u8',
  expireTime: null,
  urlInfoV2: names.map((name, index) => ({ sortNum: index, name, url: `/${index}.m3u8` })),
})

it('lines are called as the school names them', () => {
  expect(lineNames(address('高清', '标清'))).toEqual(['高清', '标清'])
  expect(lineNames(address('', '高清', '高清'))).toEqual(['线路 1', '高清', '高清 3'])
})

it('the chosen line plays, else the film’s first', () => {
  expect(onLine(address('高清', '标清'), '标清').playUrl).toBe('/1.m3u8')
  expect(onLine(address('超清', '流畅'), '标清').playUrl).toBe('/0.m3u8')
  expect(onLine(address(), '标清').playUrl).toBe('/0.m3u8')
  expect(lineOf(address('高清', '高清'), '高清 2')).toBe(1)
})
