import type { ReactNode } from 'react'
import css from './auth-frame.module.css'

interface AuthFrameProps {
  title: string
  lead: string
  points: readonly string[]
  /** On the board, below the points. */
  card?: ReactNode
  /** The sheet's own title and the line under it. */
  sheetTitle: string
  note: string
  children: ReactNode
}

/** A page of signing in or up: on the board what it is for, on a sheet beside it the form. */
export function AuthFrame({ title, lead, points, card, sheetTitle, note, children }: AuthFrameProps): ReactNode {
  return (
    <div className={`${css.board} on-board`}>
      <div className={`wrap ${css.grid}`}>
        <div className={css.say}>
          <h1>{title}</h1>
          <p className={css.lead}>{lead}</p>
          <ul className={css.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {card}
        </div>
        <section className={css.sheet} aria-labelledby="auth-title">
          <h2 id="auth-title">{sheetTitle}</h2>
          <p className={css.note}>{note}</p>
          <noscript>
            <p>这一页需要浏览器开启 JavaScript。</p>
          </noscript>
          {children}
        </section>
      </div>
    </div>
  )
}

/** Who sent the invitation. */
export function InviterCard({ nickname, headImg }: { nickname: string; headImg: string | null }): ReactNode {
  return (
    <div className={css.card}>
      {headImg ? (
        <img src={headImg} alt="" width={52} height={52} />
      ) : (
        <i className={css.letter} aria-hidden="true">
          {nickname.slice(0, 1)}
        </i>
      )}
      <b>{nickname}</b>
      <span>邀请你一起来学</span>
    </div>
  )
}
