import { at, type Random } from './random.ts'
import { circle, clipped, path, rect, type Stage, stroke } from './shapes.ts'

export interface Cloth {
  main: string
  inner: string
  accent: string
  skin: string
}

const body = 'M16 262C18 204 62 186 98 178H142C178 186 222 204 224 262Z'

/** The clothes below the neck: ten cuts over one body. */
export function dress(stage: Stage, kind: number, { main, inner, accent, skin }: Cloth): string {
  const neck =
    path('M100 148H140V180Q120 206 100 180Z', skin) +
    path('M100 157Q120 178 140 157V170Q120 189 100 170Z', '#1b2019', 'opacity=".13"')
  const base = path(body, main)
  switch (kind % 10) {
    case 0:
      return base + neck + path('M94 176Q120 212 146 176L156 182Q120 232 84 182Z', inner)
    case 1:
      return (
        base +
        path('M96 177L120 222L144 177Z', skin) +
        neck +
        path('M96 176L120 216L144 176L155 182L128 242H112L85 182Z', inner)
      )
    case 2:
      return (
        base +
        path('M98 178L120 216L142 178L150 262H90Z', inner) +
        neck +
        path('M97 176L120 204L104 216L86 182ZM143 176L120 204L136 216L154 182Z', '#fbf8ee') +
        path('M115 206H125L131 250H109Z', accent)
      )
    case 3:
      return (
        base +
        path('M98 178L120 226L142 178L148 262H92Z', inner) +
        neck +
        stroke('M94 178L112 252M146 178L128 252', accent, 9) +
        circle(120, 236, 3, accent)
      )
    case 4:
      return (
        base +
        neck +
        path('M96 158Q120 172 144 158L148 186Q120 202 92 186Z', main) +
        stroke('M96 168Q120 182 144 168', inner, 2.5, 'opacity=".6"')
      )
    default:
      return warmDress(stage, kind, base, neck, { main, inner, accent })
  }
}

/** Those with something over the shirt. */
function warmDress(
  stage: Stage,
  kind: number,
  base: string,
  neck: string,
  { main, inner, accent }: Omit<Cloth, 'skin'>,
): string {
  switch (kind % 10) {
    case 5:
      return (
        base +
        neck +
        path(
          'M78 184C86 158 96 168 98 178Q120 220 142 178C144 168 154 158 162 184C158 216 136 226 120 226S82 216 78 184Z',
          accent,
        ) +
        path('M98 178Q120 220 142 178L144 182Q120 228 96 182Z', inner) +
        stroke('M108 222V252M132 222V252', inner, 3.5, 'stroke-linecap="round"')
      )
    case 6:
      return (
        base +
        neck +
        path('M96 168L120 190L144 168L148 184L124 196V262H116V196L92 184Z', accent) +
        circle(120, 212, 3.4, inner) +
        circle(120, 234, 3.4, inner)
      )
    case 7:
      return (
        base +
        clipped(
          stage,
          'cloth',
          body,
          [0, 1, 2, 3, 4].map((row) => rect(10, 184 + row * 17, 220, 9, row % 2 === 0 ? inner : accent)).join(''),
        ) +
        neck +
        stroke('M95 178Q120 210 145 178', inner, 7)
      )
    case 8:
      return (
        path(body, inner) +
        neck +
        path('M70 262V200Q76 192 84 186L92 220H148L156 186Q164 192 170 200V262Z', main) +
        circle(92, 224, 4.5, accent) +
        circle(148, 224, 4.5, accent) +
        rect(104, 236, 32, 20, accent, 'opacity=".55"')
      )
    default:
      return (
        base +
        neck +
        path('M86 180C96 168 144 168 154 180C160 196 140 206 120 206S80 196 86 180Z', accent) +
        path('M128 198L150 204L144 252H122Z', accent) +
        stroke('M126 238H146M126 228H147', inner, 2.5)
      )
  }
}

export function glasses(kind: number, frame: string): string {
  const arms = 'M86 108L75 105M154 108L165 105M115 110Q120 106 125 110'
  const lenses = [
    '<circle cx="101" cy="112" r="15"/><circle cx="139" cy="112" r="15"/>',
    '<rect x="86" y="101" width="29" height="21" rx="4"/><rect x="125" y="101" width="29" height="21" rx="4"/>',
    '<path d="M86 106Q101 100 116 106Q114 126 100 124Q88 122 86 106ZM154 106Q139 100 124 106Q126 126 140 124Q152 122 154 106Z"/>',
    '<path d="M86 104H115V108Q113 124 100 124T86 108ZM154 104H125V108Q127 124 140 124T154 108Z"/>',
  ]
  return `<g fill="none" stroke="${frame}" stroke-width="${kind % 2 === 0 ? 3.6 : 3}">${at(lenses, kind)}<path d="${arms}"/></g>`
}

export function beard(kind: number, hair: string): string {
  if (kind === 0) return path('M80 120C80 172 160 172 160 120C164 182 140 184 120 184S76 182 80 120Z', hair)
  if (kind === 1) return path('M106 137Q120 129 134 137Q130 141 120 138Q110 141 106 137Z', hair)
  return (
    path('M106 137Q120 129 134 137L132 141Q120 136 108 141Z', hair) +
    path('M110 152H130Q130 166 120 167T110 152Z', hair)
  )
}

export function mouth(random: Random, lip: string): string {
  const kind = random.int(0, 3)
  if (kind === 0) return stroke('M111 142Q120 149 129 142', lip, 3, 'stroke-linecap="round"')
  if (kind === 1) return path('M108 140H132Q130 152 120 152T108 140Z', lip)
  if (kind === 2) return stroke('M112 144Q121 147 130 142', lip, 3, 'stroke-linecap="round"')
  return path('M110 142Q116 138 120 140Q124 138 130 142Q120 150 110 142Z', lip)
}
