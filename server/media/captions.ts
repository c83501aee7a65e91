interface Cue {
  readonly from: number
  readonly to: number
  /** Settings behind the times, with the space before them. */
  readonly settings: string
  readonly text: string
}

const timeForm = '(?:(\\d{2,}):)?([0-5]\\d):([0-5]\\d)\\.(\\d{3})'
const timingForm = new RegExp(`^${timeForm}[ \\t]+-->[ \\t]+${timeForm}([ \\t].*)?$`)

function milliseconds(
  hours: string | undefined,
  minutes: string | undefined,
  seconds: string | undefined,
  rest: string | undefined,
): number {
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)
}

function toTime(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

function readCue(block: string): Cue | undefined {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => line.includes('-->'))
  const match = timingForm.exec(lines[at] ?? '')
  if (!match || at > 1) return undefined
  const [, h1, m1, s1, r1, h2, m2, s2, r2, settings = ''] = match
  return {
    from: milliseconds(h1, m1, s1, r1),
    to: milliseconds(h2, m2, s2, r2),
    settings,
    text: lines.slice(at + 1).join('\n'),
  }
}

/** Captions (WebVTT) of a film of `filmMs` that is repeated up to `totalMs`: the cues come again with each time round. */
export function repeatCaptions(text: string, filmMs: number, totalMs: number): string {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
  const cues = blocks.map(readCue).filter((cue) => cue !== undefined)
  const head = blocks.filter((block, place) => place === 0 || /^(?:STYLE|REGION)\b/.test(block))
  const out: string[] = []
  for (let shift = 0; filmMs > 0 && shift < totalMs; shift += filmMs) {
    for (const { from, to, settings, text: words } of cues) {
      const end = Math.min(shift + Math.min(to, filmMs), totalMs)
      if (shift + from < end) out.push(`${toTime(shift + from)} --> ${toTime(end)}${settings}\n${words}`)
    }
  }
  return `${[...head, ...out].join('\n\n')}\n`
}
