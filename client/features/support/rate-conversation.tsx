import { type ReactNode, useState } from 'react'
import css from './support-panel.module.css'

const words = ['很不满意', '不满意', '一般', '满意', '很满意'] as const

/** One press rates the conversation that is over. */
export function RateConversation({ onRate }: { onRate: (score: number) => Promise<void> }): ReactNode {
  const [fate, setFate] = useState<'idle' | 'busy' | 'failed'>('idle')
  const rate = (score: number): void => {
    setFate('busy')
    onRate(score).catch(() => setFate('failed'))
  }
  return (
    <fieldset className={css.rate} disabled={fate === 'busy'}>
      <legend>{fate === 'failed' ? '没有提交成功，再试一次' : '这次回答得怎么样'}</legend>
      {words.map((word, index) => (
        <button key={word} type="button" aria-label={`${index + 1} 星，${word}`} onClick={() => rate(index + 1)}>
          <span aria-hidden="true">★</span>
          {word}
        </button>
      ))}
    </fieldset>
  )
}
