import type { ReactNode } from 'react'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './stream-figures.module.css'

type Figures = NonNullable<CallOutput<'GET /api/live-info/stream-state'>['figures']>

/** Below it nothing comes, whatever the line says. */
const silentBits = 1000

/** '1.8 Mbps' or '640 kbps'. */
function rateText(bitsPerSecond: number): string {
  return bitsPerSecond >= 1_000_000
    ? `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbps`
    : `${Math.round(bitsPerSecond / 1000)} kbps`
}

function pictureText({ width, height, frameRate }: Figures): string {
  if (width === null || height === null) return '没有画面'
  return `${height}P（${width}×${height}）${frameRate === null ? '' : `，${Math.round(frameRate)} 帧/秒`}`
}

const smallTexts: Readonly<Record<Figures['small'], string>> = {
  off: '没有开，学员看原画',
  needless: '不用，原画已经够小',
  running: '有，网慢的学员可以选',
  resting: '机器忙，先停着，学员看原画',
}

/** What a teacher's programme sends just now, and what learners get of it. */
export function StreamFigures({ figures }: { figures: Figures | null }): ReactNode {
  if (figures === null) return <p className="s13 muted">正在等推流的数据</p>
  const rows = [
    ['画面', pictureText(figures)],
    ['上行', figures.bitsPerSecond < silentBits ? '没有收到数据，请看看推流软件' : rateText(figures.bitsPerSecond)],
    ['省流画面', smallTexts[figures.small]],
  ] as const
  return (
    <dl className={css.figures} aria-label="推流的数据">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
