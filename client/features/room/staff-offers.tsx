import { type ReactNode, useRef, useState } from 'react'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { useNotify } from '#client/features/room/use-notify.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import { isOpenAddress } from '#shared/rules/open-address.ts'
import css from './room-dialog.module.css'

type Offer = CallOutput<'GET /api/live-info/manage-config'>['pushes'][number]

const kindTexts: Readonly<Record<Offer['kind'], string>> = {
  coupon: '券',
  course: '课',
  activity: '抽奖',
  evaluate: '评价',
}

/** What can be shown to everybody at once, or hung up for as long as the room is open. */
export function StaffPushes({ offers }: { offers: readonly Offer[] }): ReactNode {
  const [busy, notify] = useNotify()
  const push = (offer: Offer): void => {
    if (offer.kind === 'evaluate') void notify(SystemMessage.evaluate, {}, '已请大家评价')
    else void notify(SystemMessage.push, { push: { ...offer, url: null } }, '已推送')
  }
  const hang = ({ kind, title, refId }: Offer): void =>
    void notify(SystemMessage.pendant, { pendant: { type: kind, title, img: null, url: null, refId } }, '已挂出')
  return (
    <section className={css.part} aria-busy={busy}>
      <h3>推送</h3>
      <p className="s13 muted">推送只弹一次，挂出会一直留在画面下面</p>
      <ul className={css.pushes}>
        {offers.map((offer) => (
          <li key={`${offer.kind}-${offer.refId}`}>
            <span className={css.kind}>{kindTexts[offer.kind]}</span>
            <span className="one grow">{offer.title}</span>
            <Button tone="quiet" size="s" aria-label={`推送${offer.title}`} onClick={() => push(offer)}>
              推送
            </Button>
            {offer.kind === 'evaluate' ? null : (
              <Button tone="text" size="s" aria-label={`挂出${offer.title}`} onClick={() => hang(offer)}>
                挂出
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What hangs in the room, and a link that may hang there, too. */
export function StaffPendants({ pendants }: { pendants: readonly Pendant[] }): ReactNode {
  const [busy, notify] = useNotify()
  const [title, setTitle] = useState('')
  const [url, setUrl] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const titleError = isAsked && !title.trim() ? '写上名字' : undefined
  const urlError = isAsked && !isOpenAddress(url.trim()) ? '要以 / 开头，或是 https 地址' : undefined
  const hang = async (): Promise<void> => {
    setIsAsked(true)
    if (!title.trim() || !isOpenAddress(url.trim())) {
      // The fields say what is wrong once they are drawn anew.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    if (
      !(await notify(
        SystemMessage.pendant,
        { pendant: { type: 'link', title: title.trim(), img: null, url: url.trim(), refId: null } },
        '已挂出',
      ))
    )
      return
    setIsAsked(false)
    setTitle('')
    setUrl('')
  }
  return (
    <section className={css.part} aria-busy={busy}>
      <h3>挂件</h3>
      {pendants.map((pendant) => (
        <p key={pendant.type} className={css.hanging}>
          <span className="one grow">{pendant.title}</span>
          <Button
            tone="text"
            size="s"
            aria-label={`取下${pendant.title}`}
            onClick={() => void notify(SystemMessage.pendant, { removedPendant: pendant.type }, '已取下')}
          >
            取下
          </Button>
        </p>
      ))}
      {pendants.length === 0 ? <p className="s13 muted">现在没有挂着的</p> : null}
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void hang()
        }}
      >
        <TextField label="链接的名字" value={title} maxLength={40} error={titleError} onChange={setTitle} />
        <TextField
          label="链接地址"
          value={url}
          maxLength={2048}
          inputMode="url"
          placeholder="/ 开头，或 https 地址"
          error={urlError}
          onChange={setUrl}
        />
        <Button tone="secondary" size="s" type="submit" busy={busy}>
          挂出链接
        </Button>
      </form>
    </section>
  )
}
