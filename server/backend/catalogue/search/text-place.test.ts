import { expect, test } from 'vitest'
import { partedPattern, partedPlaces, positionIn } from './text-place.ts'

test.each([
  ['用 vue 3 做后台', 'vue3', [[2, 7]]],
  ['wi-fi 与 node.js', 'wifi', [[0, 5]]],
  [
    'three.js、three js',
    'threejs',
    [
      [0, 8],
      [9, 17],
    ],
  ],
  ['vue3', 'vue3', []],
  ['vue 30', 'vue3', []],
  ['revue 3', 'vue3', []],
  ['vue - 3', 'vue3', []],
  ['j s', 'js', []],
])('in “%s” %s stands parted at %j', (text, word, places) => {
  expect(partedPlaces(text, word)).toEqual(places)
  const pattern = partedPattern(word)
  if (places.length > 0) expect(pattern && new RegExp(pattern).test(text)).toBe(true)
})

test.each([
  ['build ui', 'ui', true, 7],
  ['build', 'ui', true, 0],
  ['build', 'ui', false, 2],
  ['𠮷他 vue 3', 'vue3', true, 4],
  ['node.js', 'js', true, 0],
])('in “%s” %s stands at its character', (text, word, isAlone, position) => {
  expect(positionIn(text, word, isAlone)).toBe(position)
})
