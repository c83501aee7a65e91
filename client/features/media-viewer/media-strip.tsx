import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { itemName, type MediaItem } from './media-item.ts'
import css from './media-viewer.module.css'

/** All items small in a row; the shown one is marked, in view, and keeps the focus while the arrows change it. */
export function MediaStrip({
  items,
  index,
  onChoose,
}: {
  items: readonly MediaItem[]
  index: number
  onChoose: (index: number) => void
}): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const thumb = list.current?.children[index]?.querySelector('button')
    if (!thumb) return
    thumb.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (list.current?.contains(document.activeElement)) thumb.focus()
  }, [index])
  return (
    <ul className={css.strip} ref={list} aria-label="全部图和文件">
      {items.map((item, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one picture may stand twice in a text, and the order never changes
        <li key={`${position}-${item.url}`}>
          <button
            type="button"
            className={css.thumb}
            aria-label={itemName(item, position)}
            aria-current={position === index ? 'true' : undefined}
            onClick={() => onChoose(position)}
          >
            <img src={item.thumbnail} width={64} height={64} alt="" loading="lazy" />
            {item.kind === 'image' ? null : (
              <span className={css.kind}>
                <Icon name={item.kind === 'video' ? 'play' : 'sound'} size={18} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
