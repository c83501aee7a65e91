import { type ReactNode, type RefObject, useState } from 'react'
import { pictureSrcSet } from '#shared/rules/picture-rules.ts'
import { itemName, type MediaItem } from './media-item.ts'
import css from './media-viewer.module.css'

interface StageProps {
  item: MediaItem
  index: number
  stage: RefObject<HTMLDivElement | null>
  picture: RefObject<HTMLImageElement | null>
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
export function MediaStage({ item, index, stage, picture }: StageProps): ReactNode {
  const [failed, setFailed] = useState(false)
  const name = itemName(item, index)
  if (failed) return <Unplayable item={item} />
  if (item.kind === 'image') {
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
          alt={name}
          draggable={false}
          onError={() => setFailed(true)}
        />
      </div>
    )
  }
  return (
    <div className={css.player}>
      {item.kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: learners hand in films of their own, which have no captions
        <video className={css.film} src={item.url} poster={item.thumbnail} width={item.width} height={item.height} controls playsInline preload="metadata" aria-label={name} onError={() => setFailed(true)} />
      ) : (
        <>
          <img className={css.sleeve} src={item.thumbnail} width={item.width} height={item.height} alt="" />
          {/* biome-ignore lint/a11y/useMediaCaption: music has no words to caption */}
          <audio className={css.sound} src={item.url} controls preload="metadata" aria-label={name} onError={() => setFailed(true)} />
        </>
      )}
    </div>
  )
}
