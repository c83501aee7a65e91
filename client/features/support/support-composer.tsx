import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/browser/is-composing.ts'
import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import { askLogin } from '#client/features/login/login-store.ts'
import { ownKey } from '#client/features/support/own-client.ts'
import type { SupportClient, SupportView } from '#client/features/support/support-client.ts'
import { listenToDraft } from '#client/features/support/support-draft.ts'
import { type SentPicture, useSupportPictures } from '#client/features/support/use-support-pictures.ts'
import { Button } from '#client/ui/button.tsx'
import { contactLength, supportPictureCount, supportTextLength } from '#shared/contract/text-lengths.ts'
import { acceptedExtensions } from '#shared/rules/upload-rules.ts'
import css from './support-panel.module.css'

/** Over so many characters it is counted before the eyes. */
const countFrom = supportTextLength - 100

/** What is being written stays, whatever becomes of the window. */
function useDraft(userId: number | undefined): [string, (text: string) => void] {
  const key = ownKey(userId, 'draft')
  const [text, setText] = useState(() => {
    const kept = readLocal(key)
    return typeof kept === 'string' ? kept.slice(0, supportTextLength) : ''
  })
  const write = (next: string): void => {
    setText(next)
    writeLocal(key, next)
  }
  useEffect(() =>
    listenToDraft((back) => {
      const next = text === '' ? back : `${back}\n${text}`
      setText(next)
      writeLocal(key, next)
    }),
  )
  return [text, write]
}

function PictureRow({
  pictures,
  onRetry,
  onRemove,
}: {
  pictures: readonly SentPicture[]
  onRetry: (key: string) => void
  onRemove: (key: string) => void
}): ReactNode {
  if (pictures.length === 0) return null
  return (
    <ul className={css.pictures} aria-label="要发的图片">
      {pictures.map(({ key, name, preview, state, share, error }) => (
        <li key={key} data-state={state}>
          <img src={preview} alt={name} />
          {state === 'sending' ? (
            <progress max={100} value={Math.round(share * 100)} aria-label={`正在上传 ${name}`} />
          ) : null}
          {state === 'failed' ? (
            <span className={css.bad}>
              {error}
              <button type="button" className={css.link} onClick={() => onRetry(key)} aria-label={`再传 ${name}`}>
                再传
              </button>
            </span>
          ) : null}
          <button type="button" className={css.link} onClick={() => onRemove(key)} aria-label={`拿掉 ${name}`}>
            拿掉
          </button>
        </li>
      ))}
    </ul>
  )
}

function AddPictures({ isVisitor, onChoose }: { isVisitor: boolean; onChoose: (files: File[]) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  if (isVisitor)
    return (
      <button type="button" className={css.link} onClick={() => askLogin()}>
        登录后可以发图片
      </button>
    )
  return (
    <>
      <button type="button" className={css.link} onClick={() => input.current?.click()}>
        加图片
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedExtensions('image', 'file')}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

interface ComposerProps {
  client: SupportClient
  view: SupportView
  area: RefObject<HTMLTextAreaElement | null>
  userId: number | undefined
}

/** Where one writes: Enter sends, Shift and Enter begin a line. */
export function SupportComposer({ client, view: { state, phase }, area, userId }: ComposerProps): ReactNode {
  const [text, setText] = useDraft(userId)
  const [contact, setContact] = useState('')
  const { pictures, add, retry, remove, clear } = useSupportPictures()
  const isOnDuty = state?.duty.isOnDuty ?? true
  const isVisitor = userId === undefined
  const isReady = pictures.every((one) => one.state === 'stored')
  const send = (event?: FormEvent): void => {
    event?.preventDefault()
    const urls = pictures.flatMap(({ url }) => url ?? [])
    if (!isReady || (text.trim() === '' && urls.length === 0)) return
    client.send({ text, pictures: urls, contact: contact.trim() || undefined })
    setText('')
    clear()
    area.current?.focus()
  }
  const asksContact = isVisitor && !isOnDuty && (state?.contact ?? null) === null
  return (
    <form className={css.compose} onSubmit={send} aria-label="说话">
      <PictureRow pictures={pictures} onRetry={retry} onRemove={remove} />
      <textarea
        ref={area}
        className={css.area}
        aria-label={isOnDuty ? '说点什么' : '留言'}
        placeholder={isOnDuty ? '说点什么，回车发送' : '留言'}
        rows={2}
        maxLength={supportTextLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
          event.preventDefault()
          send()
        }}
      />
      {asksContact ? (
        <label className={css.contact}>
          怎么联系你
          <input
            value={contact}
            maxLength={contactLength}
            placeholder="手机或微信，选填"
            autoComplete="off"
            onChange={(event) => setContact(event.target.value)}
          />
        </label>
      ) : null}
      <div className={css.foot}>
        <AddPictures isVisitor={isVisitor} onChoose={(files) => add(files, supportPictureCount)} />
        <span className={`${css.note} num`}>
          {text.length >= countFrom
            ? `${text.length} / ${supportTextLength}`
            : isVisitor || isOnDuty
              ? ''
              : '不用守着，回了会通知'}
        </span>
        <Button tone="primary" size="s" type="submit" disabled={phase === 'connecting' || !isReady}>
          {isOnDuty ? '发送' : '留下'}
        </Button>
      </div>
    </form>
  )
}
