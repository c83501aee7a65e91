import { type ReactNode, useRef } from 'react'
import type { Pictures } from '#client/features/ticket/use-pictures.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ticketPictureCount } from '#shared/contract/text-lengths.ts'
import { acceptedExtensions } from '#shared/rules/upload-rules.ts'
import css from './ticket.module.css'

/** Pictures of a message with their way there. */
export function PictureField({ pictures: { pictures, add, retry, remove } }: { pictures: Pictures }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.pictures}>
      <p className={css.pictureHead}>
        图片{' '}
        <span className="s13 faint num">
          {pictures.length} / {ticketPictureCount}
        </span>
      </p>
      <ul className={css.pictureList} aria-label="图片">
        {pictures.map(({ key, name, preview, url, error, share }) => (
          <li key={key} className={css.picture}>
            <img src={preview} alt={name} />
            {error !== undefined ? (
              <span className={css.bad}>
                {error}
                <button type="button" className={css.act} onClick={() => retry(key)} aria-label={`再传 ${name}`}>
                  再传
                </button>
              </span>
            ) : url === undefined ? (
              <progress max={1} value={share} aria-label={`正在上传 ${name}`} />
            ) : null}
            <button type="button" className={css.act} onClick={() => remove(key)} aria-label={`去掉 ${name}`}>
              去掉
            </button>
          </li>
        ))}
        {pictures.length < ticketPictureCount ? (
          <li>
            <button type="button" className={css.add} onClick={() => input.current?.click()}>
              <Icon name="plus" />
              加图片
            </button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              accept={acceptedExtensions('image', 'study')}
              aria-label="选择图片"
              onChange={(event) => {
                add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </li>
        ) : null}
      </ul>
    </div>
  )
}
