import { type ReactNode, useRef } from 'react'
import type { Pictures, SentPicture } from '#client/features/forum/use-pictures.ts'
import { Icon } from '#client/ui/icon.tsx'
import { acceptedExtensions } from '#shared/rules/upload-rules.ts'
import css from './picture-strip.module.css'

function State({ picture, pictures }: { picture: SentPicture; pictures: Pictures }): ReactNode {
  const percent = Math.round(picture.share * 100)
  if (picture.state === 'sending')
    return (
      <>
        <progress className={css.bar} max={100} value={percent} aria-label={`正在传 ${picture.name}`} />
        <span className="num">正在传 {percent}%</span>
      </>
    )
  if (picture.state === 'failed')
    return (
      <span className={css.bad} role="alert">
        {picture.error}
        <button type="button" className={css.act} onClick={() => pictures.retry(picture.key)}>
          再传
        </button>
      </span>
    )
  return (
    <input
      className={css.alt}
      value={picture.alt}
      maxLength={300}
      placeholder="画的是什么"
      aria-label="图片说明"
      onChange={(event) => pictures.describe(picture.key, event.target.value)}
    />
  )
}

/** The pictures that go with a text: how far each has come, its order and its words. */
export function PictureStrip({ pictures }: { pictures: Pictures }): ReactNode {
  const { list } = pictures
  if (list.length === 0) return null
  return (
    <ol className={css.strip} aria-label="图片">
      {list.map((picture, index) => {
        const name = picture.alt || picture.name || `第 ${index + 1} 张图片`
        return (
          <li key={picture.key} className={css.picture} data-state={picture.state}>
            <img className={css.image} src={picture.preview ?? picture.url} alt={picture.alt} />
            <State picture={picture} pictures={pictures} />
            <span className={css.acts}>
              {index > 0 ? (
                <button
                  type="button"
                  className={css.act}
                  aria-label={`${name} 往前移`}
                  onClick={() => pictures.move(picture.key, -1)}
                >
                  <Icon name="left" size={16} />
                </button>
              ) : null}
              {index < list.length - 1 ? (
                <button
                  type="button"
                  className={css.act}
                  aria-label={`${name} 往后移`}
                  onClick={() => pictures.move(picture.key, 1)}
                >
                  <Icon name="right" size={16} />
                </button>
              ) : null}
              <button
                type="button"
                className={css.act}
                aria-label={`拿掉 ${name}`}
                onClick={() => pictures.remove(picture.key)}
              >
                {picture.state === 'sending' ? '停' : '拿掉'}
              </button>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** A button that opens the choice of pictures. */
export function PictureButton({
  pictures,
  className,
}: {
  pictures: Pictures
  className?: string | undefined
}): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        图片
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedExtensions('avatar')}
        aria-label="选图片"
        onChange={(event) => {
          pictures.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
