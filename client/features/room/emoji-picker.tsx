import type { ReactNode } from 'react'
import css from './composer.module.css'

const faces: readonly { text: string; name: string }[] = [
  { text: '👍', name: '赞' },
  { text: '👏', name: '鼓掌' },
  { text: '🙏', name: '谢谢' },
  { text: '💪', name: '加油' },
  { text: '🙋', name: '举手' },
  { text: '👌', name: '好的' },
  { text: '😀', name: '笑' },
  { text: '😂', name: '笑哭' },
  { text: '😊', name: '微笑' },
  { text: '🤔', name: '想一想' },
  { text: '😮', name: '惊讶' },
  { text: '😅', name: '流汗' },
  { text: '😭', name: '大哭' },
  { text: '😎', name: '得意' },
  { text: '❤️', name: '爱心' },
  { text: '🎉', name: '庆祝' },
  { text: '🌹', name: '玫瑰' },
  { text: '☕', name: '茶' },
]

/** A few faces and hands for a message. */
export function EmojiPicker({ onPick }: { onPick: (text: string) => void }): ReactNode {
  return (
    <fieldset className={css.emojis} aria-label="表情">
      {faces.map(({ text, name }) => (
        <button key={text} type="button" className={css.emoji} aria-label={name} onClick={() => onPick(text)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
