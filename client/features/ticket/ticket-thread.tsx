import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { PictureField } from '#client/features/ticket/picture-field.tsx'
import { storedAddresses, usePictures } from '#client/features/ticket/use-pictures.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { TicketSide } from '#shared/contract/enums.ts'
import { ratingWordsLength, ticketLength } from '#shared/contract/text-lengths.ts'
import type { Ticket } from '#shared/contract/ticket.ts'
import type { TicketMessage } from '#shared/contract/ticket-fields.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './ticket.module.css'

// 4004 is told for every call in one place
function tell(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  if (error.code === Code.Fail || error.code === Code.NotFound) toast(error.message, 'bad')
}

/** Puts what a call answered in the place of what is shown, and lets lists ask anew. */
function useShowTicket(): (ticket: Ticket) => Promise<void> {
  const { api } = useApp()
  const queries = useQueryClient()
  return async (ticket) => {
    queries.setQueryData(callQuery(api, 'GET /api/user/ticket/detail', { no: ticket.no }).queryKey, ticket)
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'GET /api/user/ticket/list' })
  }
}

function Message({ message: { side, name, content, pictures, time } }: { message: TicketMessage }): ReactNode {
  return (
    <li className={css.message} data-side={side}>
      <p className="s13 muted">
        {side === TicketSide.asker ? '我' : name}{' '}
        <time className="num" dateTime={new Date(time).toISOString()}>
          {momentText(time)}
        </time>
      </p>
      <p className={css.words}>{content}</p>
      {pictures.length > 0 ? (
        <p className={css.shots}>
          {pictures.map((picture) => (
            <a key={picture.url} href={picture.url} target="_blank" rel="noopener">
              <img src={picture.url} alt={picture.name} loading="lazy" />
            </a>
          ))}
        </p>
      ) : null}
    </li>
  )
}

/** What was said on both sides, and the earlier ones on demand. */
export function TicketThread({ ticket }: { ticket: Ticket }): ReactNode {
  const { api } = useApp()
  const [earlier, setEarlier] = useState<{ messages: TicketMessage[]; more: boolean }>()
  const [busy, setBusy] = useState(false)
  const messages = [...(earlier?.messages ?? []), ...ticket.messages]
  const isMore = earlier ? earlier.more : ticket.more
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      const found = await api.call('GET /api/user/ticket/detail', { no: ticket.no, before: messages[0]?.seq })
      setEarlier({ messages: [...found.messages, ...(earlier?.messages ?? [])], more: found.more })
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {isMore ? (
        <Button tone="text" size="s" busy={busy} onClick={() => void load()}>
          更早的
        </Button>
      ) : null}
      <ol className={css.thread} aria-label="往来">
        {messages.map((message) => (
          <Message key={message.seq} message={message} />
        ))}
      </ol>
    </>
  )
}

/** Says more, or opens again what is over. */
export function TicketReply({ ticket, isReopening }: { ticket: Ticket; isReopening: boolean }): ReactNode {
  const { api } = useApp()
  const show = useShowTicket()
  const pictures = usePictures()
  const token = useRef('')
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (content.trim() === '') return setError('写几句话再发')
    const images = storedAddresses(pictures.pictures)
    if (!images) return void toast('还有图片没有传好', 'warn')
    setBusy(true)
    token.current ||= crypto.randomUUID()
    try {
      const route = isReopening ? 'POST /api/user/ticket/reopen' : 'POST /api/user/ticket/message'
      const answer = await api.call(route, { no: ticket.no, content, images, clientToken: token.current })
      token.current = ''
      setContent('')
      pictures.clear()
      await show(answer)
    } catch (failure) {
      tell(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} method="post" onSubmit={(event) => void submit(event)} noValidate>
      <TextArea
        label={isReopening ? '还没有解决？说说怎么了' : '补充几句'}
        name="content"
        rows={4}
        maxLength={ticketLength}
        value={content}
        error={error}
        onChange={(value) => {
          setError(undefined)
          setContent(value)
        }}
      />
      <PictureField pictures={pictures} />
      <Button tone={isReopening ? 'secondary' : 'primary'} type="submit" busy={busy}>
        {isReopening ? '重新打开' : '发出'}
      </Button>
    </form>
  )
}

const ratings = [5, 4, 3, 2, 1] as const
const ratingTexts: Readonly<Record<number, string>> = { 5: '很满意', 4: '满意', 3: '一般', 2: '不满意', 1: '很不满意' }

/** How it was answered, in one of five steps; it ends the matter. */
export function TicketRating({ ticket }: { ticket: Ticket }): ReactNode {
  const { api } = useApp()
  const show = useShowTicket()
  const name = useId()
  const [rating, setRating] = useState<number>()
  const [words, setWords] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (rating === undefined) return setError('选一个评价')
    setBusy(true)
    try {
      await show(await api.call('POST /api/user/ticket/rate', { no: ticket.no, rating, words }))
      toast('评价成功')
    } catch (failure) {
      tell(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} method="post" onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={css.ratings} aria-describedby={error ? `${name}-error` : undefined}>
        <legend>{ticket.closeTime === null ? '解决了吗？评价后这件事就结束' : '这次处理得怎么样'}</legend>
        {ratings.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={rating === value}
              onChange={() => {
                setError(undefined)
                setRating(value)
              }}
            />
            {ratingTexts[value]}
          </label>
        ))}
        {error ? (
          <p className={css.bad} id={`${name}-error`} role="alert">
            {error}
          </p>
        ) : null}
      </fieldset>
      <TextArea label="想补充的（可以不写）" rows={2} maxLength={ratingWordsLength} value={words} onChange={setWords} />
      <Button tone="secondary" type="submit" busy={busy}>
        评价
      </Button>
    </form>
  )
}

/** What was given. */
export function GivenRating({ ticket: { rating, ratingWords } }: { ticket: Ticket }): ReactNode {
  if (rating === null) return null
  return (
    <p>
      你的评价：{ratingTexts[rating]}
      {ratingWords ? `，${ratingWords}` : ''}
    </p>
  )
}
