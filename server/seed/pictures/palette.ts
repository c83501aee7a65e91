import type { Subject } from '../data/seed-types.ts'

/** The nineteen pigments every picture of the school is painted with. */
export const pigment = {
  ink: '#20281f',
  board: '#1e5a46',
  deep: '#153c30',
  pine: '#3b7a5f',
  sage: '#93b09a',
  mint: '#c9d8c6',
  chalk: '#f5f1e4',
  paper: '#e9e2d1',
  straw: '#ead39a',
  ochre: '#d3a041',
  persimmon: '#d7743f',
  red: '#b5392b',
  rose: '#dfa898',
  plum: '#63384a',
  indigo: '#27415d',
  slate: '#5c7c90',
  mist: '#a9bfc6',
  sky: '#d3dfdd',
  stone: '#a69d8a',
} as const

type Pigment = keyof typeof pigment

/** Seven roles a composition paints with; no role has the colour of the ground. */
export interface Scheme {
  ground: string
  quiet: string
  soft: string
  mid: string
  hot: string
  dark: string
  light: string
  /** `dark` or `light`, whichever reads on the ground. */
  line: string
}

const nightGrounds: readonly Pigment[] = ['ink', 'deep', 'board', 'indigo', 'plum', 'slate', 'red', 'pine']

/** Reads 'ground quiet soft mid hot dark', all of them names of pigments. */
function scheme(names: string): Scheme {
  const [ground, quiet, soft, mid, hot, dark] = names.split(' ') as [
    Pigment,
    Pigment,
    Pigment,
    Pigment,
    Pigment,
    Pigment,
  ]
  return {
    ground: pigment[ground],
    quiet: pigment[quiet],
    soft: pigment[soft],
    mid: pigment[mid],
    hot: pigment[hot],
    dark: pigment[dark],
    light: pigment.chalk,
    line: nightGrounds.includes(ground) ? pigment.chalk : pigment[dark],
  }
}

export const schemes: Record<Subject, readonly Scheme[]> = {
  illustration: [
    scheme('sky mist sage pine persimmon board'),
    scheme('straw rose persimmon pine red plum'),
    scheme('mint sage ochre board red deep'),
    scheme('rose straw plum slate red indigo'),
    scheme('deep board pine sage ochre ink'),
    scheme('indigo slate mist ochre persimmon ink'),
    scheme('paper rose ochre slate red board'),
    scheme('sage mint straw board persimmon deep'),
  ],
  design: [
    scheme('paper straw indigo ochre red ink'),
    scheme('ochre paper board straw red ink'),
    scheme('mist sky indigo slate persimmon ink'),
    scheme('red rose paper straw ochre plum'),
    scheme('indigo slate mist straw persimmon ink'),
    scheme('straw rose slate ochre red indigo'),
    scheme('mint pine rose ochre persimmon deep'),
    scheme('plum rose mist straw persimmon ink'),
  ],
  programming: [
    scheme('deep board pine sage ochre ink'),
    scheme('indigo slate mist sky persimmon ink'),
    scheme('mint sage pine slate red deep'),
    scheme('paper mist slate ochre persimmon indigo'),
    scheme('ink board pine mist ochre deep'),
    scheme('slate mist indigo straw red ink'),
    scheme('sky mist slate pine red board'),
    scheme('plum rose slate straw ochre ink'),
  ],
  video: [
    scheme('ink slate pine straw persimmon deep'),
    scheme('plum rose persimmon straw ochre ink'),
    scheme('slate mist indigo straw red ink'),
    scheme('ochre straw persimmon sky red plum'),
    scheme('deep pine sage straw persimmon ink'),
    scheme('paper rose slate ochre persimmon ink'),
    scheme('mist sky slate straw red indigo'),
    scheme('indigo slate rose straw persimmon ink'),
  ],
  music: [
    scheme('persimmon rose ochre red straw plum'),
    scheme('indigo slate mist ochre rose ink'),
    scheme('sage mint straw board persimmon deep'),
    scheme('straw ochre slate persimmon red indigo'),
    scheme('plum rose slate straw persimmon ink'),
    scheme('sky mist rose slate red plum'),
    scheme('deep pine sage straw persimmon ink'),
    scheme('rose paper persimmon slate red plum'),
  ],
  business: [
    scheme('sky mist slate ochre red indigo'),
    scheme('paper straw sage pine persimmon board'),
    scheme('board pine sage straw ochre deep'),
    scheme('rose paper ochre slate red plum'),
    scheme('indigo slate mist straw persimmon ink'),
    scheme('straw paper ochre pine red deep'),
    scheme('mist sky slate straw persimmon ink'),
    scheme('mint sage pine ochre red deep'),
  ],
}

/** Dark grounds for banners: chalk-coloured words must read on the left of every one of them. */
export const bannerSchemes: Record<Subject, readonly Scheme[]> = {
  illustration: [scheme('board pine sage mint persimmon deep'), scheme('deep board pine sage ochre ink')],
  design: [scheme('indigo slate mist straw persimmon ink'), scheme('plum rose mist straw persimmon ink')],
  programming: [scheme('deep board pine sage ochre ink'), scheme('indigo slate mist sky persimmon ink')],
  video: [scheme('ink slate pine straw persimmon deep'), scheme('plum rose slate straw persimmon ink')],
  music: [scheme('plum rose slate straw persimmon ink'), scheme('indigo slate mist ochre rose ink')],
  business: [scheme('board pine sage straw ochre deep'), scheme('indigo slate mist straw persimmon ink')],
}

export const skins = ['#f0d0b4', '#e9c3a2', '#e3b793', '#dfb08c', '#d6a27e', '#c48d68'] as const
export const hairs = {
  black: pigment.ink,
  brown: '#3a2a24',
  umber: '#54463c',
  grey: '#8f8d86',
  white: '#d9d5ca',
} as const
