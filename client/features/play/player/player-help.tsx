import { type ReactNode, useContext } from 'react'
import { type KeyLine, PageKeysContext } from '#client/features/play/player/page-keys.ts'
import { seekStepSec } from '#client/features/play/player/player-keys.ts'
import css from './player.module.css'

function keyLines(isFilm: boolean, hasCaptions: boolean, ofPage: readonly KeyLine[]): KeyLine[] {
  return [
    { keys: ['空格'], does: '播放、暂停' },
    ...(isFilm ? [{ keys: ['←', '→'], does: `退、进 ${seekStepSec} 秒` }] : []),
    { keys: ['↑', '↓'], does: '音量' },
    { keys: ['M'], does: '静音' },
    ...(hasCaptions ? [{ keys: ['C'], does: '字幕' }] : []),
    ...ofPage,
    { keys: ['F'], does: '全屏' },
    { keys: ['Esc'], does: '退出全屏' },
    { keys: ['?'], does: '快捷键' },
  ]
}

/** What the keys do while the player has the focus, and those of the page around it. */
export function PlayerHelp({
  mode,
  hasCaptions,
  onClose,
}: {
  mode: 'film' | 'clock' | 'live'
  hasCaptions: boolean
  onClose: () => void
}): ReactNode {
  const ofPage = useContext(PageKeysContext)
  return (
    <section className={css.help} aria-label="快捷键">
      <p className={css.helpHead}>
        快捷键
        <button type="button" className={css.noticeButton} onClick={onClose}>
          收起
        </button>
      </p>
      <dl className={css.keys}>
        {keyLines(mode === 'film', hasCaptions, ofPage).map(({ keys, does }) => (
          <div key={does} className={css.keyLine}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
