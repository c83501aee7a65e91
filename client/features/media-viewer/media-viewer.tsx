import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { lockScroll } from '#client/ui/lock-scroll.ts'
import { ownValue } from '#shared/own-value.ts'
import { countText, itemName, type MediaItem } from './media-item.ts'
import { MediaStage } from './media-stage.tsx'
import { MediaStrip } from './media-strip.tsx'
import css from './media-viewer.module.css'
import type { ZoomControl } from './use-zoom.ts'
import { zoomStep } from './zoom-state.ts'

export interface MediaViewerProps {
  title: string
  items: readonly MediaItem[]
  /** The item shown first. */
  start: number
  onClose: () => void
}

const moveStep = 80
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Which picture is shown, and how one goes through them. */
function useViewer({ items, start }: MediaViewerProps) {
  const [index, setIndex] = useState(Math.min(Math.max(start, 0), items.length - 1))
  const opener = useRef<Element | null>(null)
  const zoom = useRef<ZoomControl>(null)
  const item = items[index]
  const go = (next: number): void => setIndex(Math.min(Math.max(next, 0), items.length - 1))
  // NOTE: Radix's own overlay locks scrolling by an inline style element, which the site's CSP refuses.
  useEffect(lockScroll, [])
  return { index, opener, zoom, item, go }
}

function ZoomTools({ zoom }: { zoom: RefObject<ZoomControl | null> }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, no form fields
    <div className={css.tools} role="group" aria-label="缩放">
      <button type="button" onClick={() => zoom.current?.zoomBy(1 / zoomStep)} aria-label="缩小">
        <Icon name="minus" />
      </button>
      <button type="button" onClick={() => zoom.current?.reset()} aria-label="原来大小">
        <Icon name="whole" />
      </button>
      <button type="button" onClick={() => zoom.current?.zoomBy(zoomStep)} aria-label="放大">
        <Icon name="plus" />
      </button>
    </div>
  )
}

function Steps({ index, count, onGo }: { index: number; count: number; onGo: (next: number) => void }): ReactNode {
  return (
    <>
      <button
        type="button"
        className={`${css.step} ${css.back}`}
        aria-label="上一件"
        disabled={index === 0}
        onClick={() => onGo(index - 1)}
      >
        <Icon name="left" size={28} />
      </button>
      <button
        type="button"
        className={`${css.step} ${css.on}`}
        aria-label="下一件"
        disabled={index === count - 1}
        onClick={() => onGo(index + 1)}
      >
        <Icon name="right" size={28} />
      </button>
    </>
  )
}

/**
 * Pictures, films and sounds one at a time over the whole window. Keys: arrows, Home and End change the item, + - 0 zoom,
 * Shift and arrows move, Esc closes.
 * NOTE: import it dynamically, as every dialog: it brings Radix along.
 */
export function MediaViewer(props: MediaViewerProps): ReactNode {
  const { title, items, onClose } = props
  const { index, opener, zoom, item, go } = useViewer(props)
  if (!item) return null

  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLMediaElement) return
    const move = ownValue(moves, event.key)
    if (event.shiftKey && move) zoom.current?.moveBy(move[0] * moveStep, move[1] * moveStep)
    else if (event.key === 'ArrowRight') go(index + 1)
    else if (event.key === 'ArrowLeft') go(index - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(items.length - 1)
    else if (event.key === '+' || event.key === '=') zoom.current?.zoomBy(zoomStep)
    else if (event.key === '-') zoom.current?.zoomBy(1 / zoomStep)
    else if (event.key === '0') zoom.current?.reset()
    else return
    event.preventDefault()
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          className={`${css.viewer} night`}
          aria-describedby={undefined}
          onKeyDown={handleKey}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            event.preventDefault()
            ;(event.currentTarget as HTMLElement).focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
        >
          <header className={css.head}>
            <Radix.Title className="visually-hidden">{title}</Radix.Title>
            <p className={css.count} role="status">
              <span className="visually-hidden">{countText(index, items.length)}</span>
              <span aria-hidden="true">
                {index + 1} / {items.length}
              </span>
              <span className={`one ${css.caption}`}>{itemName(item, index)}</span>
            </p>
            {item.kind === 'image' ? <ZoomTools zoom={zoom} /> : null}
            <Radix.Close className={css.close} aria-label="关闭">
              <Icon name="close" />
            </Radix.Close>
          </header>
          <div className={css.room}>
            <MediaStage
              key={`${index}-${item.url}`}
              item={item}
              index={index}
              zoom={zoom}
              onSwipe={(step) => go(index + step)}
            />
            {items.length > 1 ? <Steps index={index} count={items.length} onGo={go} /> : null}
          </div>
          {items.length > 1 ? <MediaStrip items={items} index={index} onChoose={go} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
