import { describe, expect, it } from 'vitest'
import { commandOf, steppedVolume } from '#client/features/play/player/player-keys.ts'

const press = (key: string, target: { tag: string; type?: string } = { tag: 'DIV' }, modifiers = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, target, ...modifiers })

describe('keys of the player', () => {
  it.each([
    [' ', 'toggle'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'forward'],
    ['ArrowUp', 'louder'],
    ['ArrowDown', 'quieter'],
    ['f', 'full'],
    ['F', 'full'],
    ['m', 'mute'],
    ['c', 'captions'],
    ['?', 'help'],
    ['Escape', 'leave'],
  ])('%j means %s', (key, command) => expect(press(key)).toBe(command))

  it('are left alone with a modifier or without a meaning', () => {
    expect(press('f', undefined, { ctrlKey: true })).toBeUndefined()
    expect(press('m', undefined, { metaKey: true })).toBeUndefined()
    expect(press('x')).toBeUndefined()
  })
  it('are letters in a text box', () => {
    for (const target of [{ tag: 'INPUT', type: 'search' }, { tag: 'TEXTAREA' }])
      for (const key of [' ', 'f', 'ArrowLeft', 'Escape']) expect(press(key, target)).toBeUndefined()
  })
  it('press the focused button and still seek from there', () => {
    expect(press(' ', { tag: 'BUTTON' })).toBeUndefined()
    expect(press('ArrowRight', { tag: 'BUTTON' })).toBe('forward')
  })
  it('work on the bar of the film', () => {
    expect(press('ArrowLeft', { tag: 'INPUT', type: 'range' })).toBe('back')
    expect(press(' ', { tag: 'INPUT', type: 'range' })).toBe('toggle')
  })
})

it.each([
  [0.5, 0.1, 0.6],
  [0.7, 0.1, 0.8],
  [0.95, 0.1, 1],
  [0.05, -0.1, 0],
])('a volume of %d changed by %d is %d', (volume, by, after) => expect(steppedVolume(volume, by)).toBe(after))
