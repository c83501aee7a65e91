import { circle, path } from './shapes.ts'

/** Hair in two layers: what lies behind the head and what lies over the brow. All in a 240 square, face centre 120, 106. */
export interface HairStyle {
  back: (hair: string) => string
  front: (hair: string) => string
  /** Skin shows on the crown. */
  bald?: boolean
  /** A knot or curls on top: no hat fits. */
  knot?: boolean
}

function none(): string {
  return ''
}

function front(data: string): (hair: string) => string {
  return (hair) => path(data, hair)
}

const cap = 'M72 106C64 42 176 42 168 106C165 92 162 84 156 79C136 87 104 86 84 79C78 84 75 92 72 106Z'
const swept =
  'M72 102C62 40 128 32 150 47C176 50 175 84 168 104C164 86 156 79 142 80C112 84 92 70 86 82C78 88 76 94 72 102Z'
const parted = 'M70 112C62 42 178 42 170 112C166 94 150 82 104 68C96 84 82 90 78 96C74 102 72 106 70 112Z'
const middle = 'M70 112C64 42 176 42 170 112C164 92 146 86 120 62C94 86 76 92 70 112Z'
const fringe = 'M70 112C62 40 178 40 170 112C168 102 164 96 160 94C134 100 106 100 80 94C76 96 72 102 70 112Z'

export const shortHair: readonly HairStyle[] = [
  { back: none, front: front('M72 104C66 44 174 44 168 104C160 84 146 76 120 74C100 78 82 84 72 104Z') },
  { back: none, front: front(swept) },
  { back: none, front: front(cap) },
  {
    back: none,
    front: front('M73 108C70 46 170 46 167 108C166 92 162 82 154 74C132 66 108 66 86 74C78 82 74 92 73 108Z'),
  },
  {
    back: none,
    front: front(
      'M72 106C66 82 70 66 78 58L80 42L94 50L102 34L115 45L128 31L138 46L154 38L158 56C170 64 173 84 168 106C165 92 162 84 156 79C136 87 104 86 84 79C78 84 75 92 72 106Z',
    ),
    knot: true,
  },
  {
    back: none,
    front: (hair) =>
      [
        [82, 74, 18],
        [98, 58, 20],
        [120, 52, 22],
        [142, 58, 20],
        [158, 74, 18],
        [76, 92, 10],
        [164, 92, 10],
        [108, 72, 15],
        [134, 72, 15],
      ]
        .map(([x, y, r]) => circle(x ?? 0, y ?? 0, r ?? 0, hair))
        .join(''),
    knot: true,
  },
  {
    back: none,
    front: front('M74 100C72 88 74 72 82 64C80 78 78 92 78 104ZM166 100C168 88 166 72 158 64C160 78 162 92 162 104Z'),
    bald: true,
  },
  {
    back: none,
    front: front(
      'M72 108C66 60 84 50 92 46C120 30 160 40 170 62C176 76 170 92 168 106C164 90 160 80 150 68C128 80 100 78 86 74C80 82 76 94 72 108Z',
    ),
  },
  {
    back: (hair) => path('M68 100C62 36 178 36 172 100C176 126 170 142 162 150H78C70 142 64 126 68 100Z', hair),
    front: front(middle),
  },
  {
    back: (hair) => circle(120, 46, 18, hair),
    front: front('M73 104C66 46 174 46 167 104C160 82 146 70 120 70C94 70 80 82 73 104Z'),
    knot: true,
  },
]

const bob = 'M64 104C56 28 184 28 176 104C180 132 178 150 170 160H70C62 150 60 132 64 104Z'
const long = 'M62 104C54 26 186 26 178 104C182 150 190 184 182 208H58C50 184 58 150 62 104Z'
const wavy =
  'M62 104C54 26 186 26 178 104C190 116 176 134 190 152C178 168 196 186 182 206H58C44 186 62 168 50 152C64 134 50 116 62 104Z'

export const longHair: readonly HairStyle[] = [
  { back: (hair) => path(long, hair), front: front(middle) },
  { back: (hair) => path(long, hair), front: front(parted) },
  { back: (hair) => path(bob, hair), front: front(fringe) },
  { back: (hair) => path(bob, hair), front: front(parted) },
  { back: (hair) => path(wavy, hair), front: front(middle) },
  {
    back: (hair) => circle(120, 43, 24, hair),
    front: front('M70 108C62 44 178 44 170 108C164 92 152 82 138 78C124 74 108 76 96 82C84 86 76 94 70 108Z'),
    knot: true,
  },
  {
    back: (hair) => path('M160 76C200 70 206 120 190 164C184 176 176 176 176 166C186 132 178 112 160 104Z', hair),
    front: front(swept),
  },
  {
    back: (hair) =>
      path(
        'M66 100C62 34 178 34 174 100L182 176C176 196 164 196 162 176L160 120H80L78 176C76 196 64 196 58 176Z',
        hair,
      ),
    front: front(fringe),
  },
  { back: (hair) => circle(72, 56, 20, hair) + circle(168, 56, 20, hair), front: front(middle), knot: true },
  {
    back: (hair) =>
      [
        [66, 84, 24],
        [174, 84, 24],
        [60, 114, 22],
        [180, 114, 22],
        [66, 144, 20],
        [174, 144, 20],
        [88, 54, 24],
        [152, 54, 24],
        [120, 44, 26],
      ]
        .map(([x, y, r]) => circle(x ?? 0, y ?? 0, r ?? 0, hair))
        .join(''),
    front: front('M72 104C66 50 174 50 168 104C160 90 150 78 120 76C90 78 80 90 72 104Z'),
    knot: true,
  },
  {
    back: (hair) => path('M70 100C64 34 176 34 170 100L172 132H68Z', hair),
    front: front('M70 112C60 36 182 34 170 112C168 98 160 90 152 86C124 92 96 84 88 66C82 84 74 96 70 112Z'),
  },
  {
    back: (hair) =>
      path('M62 104C54 28 186 28 178 104L180 128H60Z', hair) +
      path('M164 120C184 140 176 176 182 214C174 220 164 216 162 206C160 176 154 148 156 126Z', hair),
    front: front(parted),
  },
]
