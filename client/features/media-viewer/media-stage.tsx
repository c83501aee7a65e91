import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { pictureSrcSet } from '#shared/rules/picture-rules.ts'
import { itemName, type MediaItem } from './media-item.ts'
import css from './media-viewer.module.css'
import { useZoom, type ZoomControl } from './use-zoom.ts'

interface StageProps {
  item: MediaItem
  index: number
  /** Gets the control of a picture's zoom. */
  zoom: Ref<ZoomControl>
  /** A finger has swept over a picture that isn't zoomed: 1 to the next one, -1 back. */
  onSwipe: (step: 1 | -1) => void
}

/** A picture to drag and zoom. */
function PictureStage({ item, index, zoom, onSwipe, onError }: StageProps & { onError: () => void }): ReactNode {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const control = useZoom({ stage, picture, onSwipe })
  useImperativeHandle(zoom, () => control)
  const srcSet = pictureSrcSet(item.url)
  return (
    <div className={css.stage} ref={stage} data-stage="">
      <img
        ref={picture}
        className={css.picture}
        src={item.url}
        srcSet={srcSet}
        sizes={srcSet ? '100vw' : undefined}
        width={item.width}
        height={item.height}
        alt={itemName(item, index)}
        draggable={false}
        onError={onError}
      />
    </div>
  )
}

/** A file that this browser can't show can still be fetched. */
function Unplayable({ item }: { item: MediaItem }): ReactNode {
  return (
    <p className={css.failed} role="alert">
      这个文件在这里放不出来。
      <a href={item.url} target="_blank" rel="noopener">
        打开原文件
      </a>
    </p>
  )
}

/** The one thing that is shown: a picture to drag and zoom, a film or a sound with the browser's own controls. */
export function MediaStage({ item, index, zoom, onSwipe }: StageProps): ReactNode {
  const [failed, setFailed] = useState(false)
  const name = itemName(item, index)
  if (failed) return <Unplayable item={item} />
  if (item.kind === 'image')
    return <PictureStage item={item} index={index} zoom={zoom} onSwipe={onSwipe} onError={() => setFailed(true)} />
  return (
    <div className={css.player}>
      {item.kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: learners hand in films of their own, which have no captions
        <video
          className={css.film}
          src={item.url}
          poster={item.thumbnail}
          width={item.width}
          height={item.height}
          controls
          playsInline
          preload="metadata"
          aria-label={name}
          onError={() => setFailed(true)}
        />
      ) : (
        <>
          <img className={css.sleeve} src={item.thumbnail} width={item.width} height={item.height} alt="" />
          {/* biome-ignore lint/a11y/useMediaCaption: music has no words to caption */}
          <audio
            className={css.sound}
            src={item.url}
            controls
            preload="metadata"
            aria-label={name}
            onError={() => setFailed(true)}
          />
        </>
      )}
    </div>
  )
}
