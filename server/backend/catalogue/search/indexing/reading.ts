/** The syllables of Chinese text, one a character, without tones, ü as v: 绿色 → lv, se. */
export type ReadAloud = (han: string) => string[]

let reader: Promise<ReadAloud> | undefined

/** The dictionary of readings is large and loads when something is first read. */
export function loadReader(): Promise<ReadAloud> {
  reader ??= import('pinyin-pro').then(
    ({ pinyin }) =>
      (han) =>
        pinyin(han, { toneType: 'none', type: 'array', v: true }),
  )
  return reader
}

/** Longest reading that is kept from one syllable on, in syllables. */
const longest = 6

/** How a run sounds from each of its syllables on: 'chahuarumen', 'huarumen', …; typing the beginning of one finds it. */
export function soundsOf(syllables: readonly string[]): string[] {
  return syllables.map((_, index) => syllables.slice(index, index + longest).join(''))
}

/** The same by first letters: 'chrm', 'hrm', … */
export function initialsOf(syllables: readonly string[]): string[] {
  return syllables.map((_, index) =>
    syllables
      .slice(index, index + longest * 2)
      .map((syllable) => syllable.charAt(0))
      .join(''),
  )
}

/** A sound as those write it who don't tell zh from z, n from ng or l from n apart. */
export function blurred(sound: string): string {
  return sound
    .replace(/([zcs])h/g, '$1')
    .replace(/ng/g, 'n')
    .replace(/l/g, 'n')
    .replace(/v/g, 'u')
}
