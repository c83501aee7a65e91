import { type ReactNode, useState } from 'react'
import css from './avatar.module.css'

export interface AvatarProps {
  user: { id: number; nickname: string; headImg: string | null }
  size?: 'm' | 'l'
}

const tones = [css.tone0, css.tone1, css.tone2, css.tone3, css.tone4, css.tone5]

/** First letter of a name, whole even where it is written with two code units. */
export function initialOf(nickname: string): string {
  return [...nickname.trim()][0]?.toUpperCase() ?? '学'
}

/** A learner's picture, or the first letter of the name on a tone of its own. The name stands beside it or labels its link. */
export function Avatar({ user, size = 'm' }: AvatarProps): ReactNode {
  const [failed, setFailed] = useState<string>()
  const look = size === 'l' ? `${css.avatar} ${css.l}` : css.avatar
  const side = size === 'l' ? 56 : 32
  if (user.headImg && user.headImg !== failed) {
    return (
      <img
        className={look}
        src={user.headImg}
        width={side}
        height={side}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(user.headImg ?? undefined)}
      />
    )
  }
  return (
    <span className={`${look} ${tones[user.id % tones.length]}`} aria-hidden="true">
      {initialOf(user.nickname)}
    </span>
  )
}
