import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { StreamLevel } from '#client/browser/hls-stream.ts'
import { PlayerIcon, type PlayerIconName } from '#client/features/play/player/player-icon.tsx'
import { type MenuGroup, PlayerMenu } from '#client/features/play/player/player-menu.tsx'
import { SeekBar } from '#client/features/play/player/seek-bar.tsx'
import type { PlayerView } from '#client/features/play/player/use-player.ts'
import { type PlayRate, playRates } from '#shared/contract/enums.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './player-bar.module.css'

/** The quality menu's word for sound without picture. */
export const soundOnly = -2

function Sign({
  icon,
  label,
  pressed,
  className,
  onClick,
}: {
  icon: PlayerIconName
  label: string
  pressed?: boolean
  className?: string | undefined
  onClick: () => void
}): ReactNode {
  return (
    <button
      type="button"
      className={`${css.sign} ${className ?? ''}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <PlayerIcon name={icon} />
    </button>
  )
}

function Volume({ view }: { view: PlayerView }): ReactNode {
  const { media } = view
  const shown = media.muted ? 0 : media.volume
  const bar = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => bar.current?.style.setProperty('--share', `${shown * 100}%`), [shown])
  return (
    <div className={css.volume}>
      <Sign
        icon={shown === 0 ? 'muted' : 'loud'}
        label={media.muted ? '取消静音' : '静音'}
        onClick={view.toggleMuted}
      />
      <input
        ref={bar}
        className={css.loudness}
        type="range"
        aria-label="音量"
        min={0}
        max={100}
        step={5}
        value={Math.round(shown * 100)}
        aria-valuetext={`${Math.round(shown * 100)}%`}
        onChange={(event) => view.setVolume(Number(event.target.value) / 100)}
      />
    </div>
  )
}

function rateText(rate: number): string {
  return `${rate.toFixed(1)}×`
}

/** Of a class the highest is what the teacher sends and the lowest what saves the line; qualities of a film are told by their lines alone. */
function levelText({ index, height, bitrate }: StreamLevel, { mode, source }: PlayerView): string {
  const lines = height > 0 ? `${height}P` : ''
  const word = mode !== 'live' ? '' : index === source.levels.length - 1 ? '原画' : index === 0 ? '省流' : ''
  return [word, lines].filter(Boolean).join(' ') || `${Math.round(bitrate / 1000)} kbps`
}

const soundItem = { value: soundOnly, text: '只听声音' }

/** The lines of a film and the qualities of the one that plays; a line of one quality is named by itself alone. */
function qualityGroups(view: PlayerView): MenuGroup[] {
  const { source, lines, isSoundOnly, chooseQuality } = view
  const { levels, chosen } = source
  const hasLines = lines.names.length > 1
  const hasLevels = levels.length > 1 || (levels.length === 1 && !hasLines)
  const groups: MenuGroup[] = []
  if (hasLines) {
    const items = lines.names.map((text, value) => ({ value, text }))
    const chooseLine = (value: number): void => (value === soundOnly ? chooseQuality(soundOnly) : lines.choose(value))
    groups.push({
      label: '线路',
      items: hasLevels ? items : [...items, soundItem],
      value: isSoundOnly && !hasLevels ? soundOnly : lines.line,
      onChoose: chooseLine,
    })
  }
  if (hasLevels) {
    const items = levels.toReversed().map((level) => ({ value: level.index, text: levelText(level, view) }))
    groups.push({
      label: '清晰度',
      items: [{ value: -1, text: '自动' }, ...items, soundItem],
      value: isSoundOnly ? soundOnly : chosen,
      onChoose: chooseQuality,
    })
  }
  return groups
}

function Quality({ view }: { view: PlayerView }): ReactNode {
  const { levels, level, chosen } = view.source
  const groups = qualityGroups(view)
  if (groups.length === 0) return null
  const line = view.lines.names[view.lines.line]
  const shown = levels.find(({ index }) => index === (chosen < 0 ? level : chosen))
  const quality = shown && levelText(shown, view)
  const text = view.isSoundOnly ? '听声音' : (line ?? (chosen < 0 ? '自动' : quality) ?? '自动')
  const detail = view.isSoundOnly || text === quality ? undefined : quality
  return <PlayerMenu label="清晰度" text={text} detail={detail} groups={groups} />
}

function Captions({ view }: { view: PlayerView }): ReactNode {
  const { captions, captionsOn, captionIndex } = view
  if (captions.length === 0) return null
  const items = [{ value: -1, text: '关' }, ...captions.map(({ label }, value) => ({ value, text: label }))]
  return (
    <>
      <PlayerMenu
        label="字幕"
        text={captionsOn ? '字幕开' : '字幕关'}
        groups={[{ label: '字幕', items, value: captionsOn ? captionIndex : -1, onChoose: view.chooseCaption }]}
      />
      <button type="button" className={css.word} aria-pressed={view.hasTranscript} onClick={view.toggleTranscript}>
        字幕稿
      </button>
    </>
  )
}

function PlayButton({ view }: { view: PlayerView }): ReactNode {
  const { paused, ended } = view.media
  const icon = ended ? 'again' : paused ? 'play' : 'pause'
  return <Sign icon={icon} label={ended ? '重新播放' : paused ? '播放' : '暂停'} onClick={view.toggle} />
}

function Place({ view }: { view: PlayerView }): ReactNode {
  const { media, mode, live } = view
  if (mode === 'film') {
    return (
      <>
        <span className={css.time}>
          {clockText(media.position)}
          <span className={css.whole}> / {clockText(view.duration)}</span>
        </span>
        <SeekBar position={media.position} duration={view.duration} buffered={media.buffered} onSeek={view.seek} />
      </>
    )
  }
  return (
    <>
      <span className={css.space} />
      {mode === 'live' && live.isBehind ? (
        <button type="button" className={css.live} onClick={live.catchUp}>
          回到直播
        </button>
      ) : null}
    </>
  )
}

/** Everything that can be done with the film, under its picture. */
export function PlayerBar({ view }: { view: PlayerView }): ReactNode {
  const { mode, screen } = view
  return (
    <div className={`${css.bar} ${mode === 'film' ? css.film : ''}`}>
      <PlayButton view={view} />
      <Place view={view} />
      {mode === 'film' ? (
        <PlayerMenu
          label="倍速"
          text={rateText(view.rate)}
          groups={[
            {
              label: '倍速',
              items: playRates.toReversed().map((rate) => ({ value: rate, text: rateText(rate) })),
              value: view.rate,
              onChoose: (rate) => view.setRate(rate as PlayRate),
            },
          ]}
        />
      ) : null}
      <Quality view={view} />
      <Captions view={view} />
      <Volume view={view} />
      <Sign
        className={css.wideOnly}
        icon="keys"
        label="快捷键"
        pressed={view.help.isShown}
        onClick={view.help.toggle}
      />
      {view.canFloat ? <Sign className={css.wideOnly} icon="small" label="画中画" onClick={view.float} /> : null}
      <Sign
        className={css.wideOnly}
        icon="wide"
        label={screen.full === 'page' ? '退出网页全屏' : '网页全屏'}
        onClick={screen.togglePage}
      />
      <Sign
        icon={screen.full === 'screen' ? 'unfull' : 'full'}
        label={screen.full === 'screen' ? '退出全屏' : '全屏'}
        onClick={screen.toggleScreen}
      />
    </div>
  )
}
