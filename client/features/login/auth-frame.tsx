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
  /** Where no footer follows: as high as the window. */
  fill?: boolean
  children: ReactNode
}

/** An open book under a lamp, in chalk. */
function ChalkDrawing(): ReactNode {
  return (
    <svg
      className={css.drawing}
      viewBox="0 0 300 320"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 286c62-3 190-4 277-1" />
      <path d="M196 283c1-7 22-11 42-10 18 1 29 5 29 11M231 273c2-36 9-74 21-104M252 169c-18-30-44-58-75-77" />
      <path d="M247 172c0-4 3-6 6-5 4 1 5 6 1 8-3 1-7 0-7-3zM181 95c-8 4-17 1-20-6s0-15 7-18" />
      <path d="M174 66c-28 6-49 26-55 52 14 3 30-1 45-9 15-9 26-20 30-32-4-7-12-12-20-11z" />
      <path
        className={css.glow}
        d="M128 124c2 9 11 12 20 8 8-4 11-11 9-18M112 138l-17 27M139 148l-5 31M164 139l9 25M98 119l-26 10"
      />
      <path d="M33 283c3-16 7-32 12-46 26-7 48-4 66 11 20-13 43-15 68-7 3 13 5 27 6 42-28-6-52-4-71 6-22-11-49-13-81-6zM111 248c1 13 2 27 3 41" />
      <path
        className={css.glow}
        d="M57 249c14-2 27 0 39 6M53 262c16-2 30 0 44 6M128 258c12-5 25-6 39-4M130 271c13-4 26-5 40-3"
      />
    </svg>
  )
}

/** A page of signing in or up: on the board what it is for, on a sheet beside it the form. */
export function AuthFrame({
  title,
  lead,
  points,
  card,
  sheetTitle,
  note,
  fill = false,
  children,
}: AuthFrameProps): ReactNode {
  return (
    <div className={fill ? `${css.board} ${css.fill}` : css.board}>
      <div className={`wrap ${css.grid}`}>
        <div className={`${css.say} on-board`}>
          <ChalkDrawing />
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
