import { ownValue } from '#shared/own-value.ts'

/** What a key means to the player that has the focus. */
export type PlayerCommand =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'louder'
  | 'quieter'
  | 'full'
  | 'mute'
  | 'captions'
  | 'help'
  | 'leave'

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** What has the focus: its element's name, and for inputs their type. */
  target: { tag: string; type?: string | undefined }
}

const commands: Readonly<Record<string, PlayerCommand>> = {
  ' ': 'toggle',
  arrowleft: 'back',
  arrowright: 'forward',
  arrowup: 'louder',
  arrowdown: 'quieter',
  f: 'full',
  m: 'mute',
  c: 'captions',
  '?': 'help',
  escape: 'leave',
}

/** Seconds that an arrow moves the film, and the share of the volume that one changes. */
export const seekStepSec = 5
export const volumeStep = 0.1

/** The command of a key; undefined when it isn't the player's: with a modifier, in a text box, or what a button does by itself. */
export function commandOf({ key, ctrlKey, metaKey, altKey, target }: Press): PlayerCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const command = ownValue(commands, key.toLowerCase())
  const isRange = target.tag === 'INPUT' && target.type === 'range'
  if (target.tag === 'TEXTAREA' || target.tag === 'SELECT' || (target.tag === 'INPUT' && !isRange)) return undefined
  if ((target.tag === 'BUTTON' || target.tag === 'A') && command === 'toggle') return undefined
  return command
}

/** The volume after a step, in tenths without the dust of fractions. */
export function steppedVolume(volume: number, by: number): number {
  return Math.min(1, Math.max(0, Math.round((volume + by) * 100) / 100))
}
