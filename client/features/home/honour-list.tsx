import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { Advantage, Honor, NavigationItem } from '#shared/contract/home.ts'
import css from './honour-list.module.css'

/** Prizes: a small picture, a name, one line. */
export function HonourList({ honours }: { honours: readonly Honor[] }): ReactNode {
  return (
    <ul className={css.honours}>
      {honours.map((honour) => (
        <li key={honour.title} className={css.honour}>
          <Picture className={css.medal} src={honour.img} alt="" ratio="square" sizes="64px" />
          <div>
            <h3 className={css.title}>{honour.title}</h3>
            <p className="s13 muted">{honour.content}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What the school promises, numbered and divided by lines. */
export function AdvantageList({ advantages }: { advantages: readonly Advantage[] }): ReactNode {
  return (
    <ol className={css.advantages}>
      {advantages.map((advantage, index) => (
        <li key={advantage.title} className={css.advantage}>
          <span className={css.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3 className={css.title}>{advantage.title}</h3>
          <p className="muted">{advantage.content}</p>
        </li>
      ))}
    </ol>
  )
}

/** Ways in by picture; `current` is the address of this page when it is among them. */
export function IconNavigation({ items, current }: { items: readonly NavigationItem[]; current?: string }): ReactNode {
  return (
    <ul className={css.icons}>
      {items.map((item) => (
        <li key={item.name + item.url}>
          <a className={css.icon} href={item.url} aria-current={item.url === current ? 'page' : undefined}>
            <Picture className={css.drawing} src={item.icon} alt="" ratio="free" width={40} height={40} sizes="40px" />
            <span>
              <b className={item.url === current ? 'wave' : undefined}>{item.name}</b>
              {item.note ? <span className="s12 faint">{item.note}</span> : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
