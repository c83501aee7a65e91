import { type ReactNode, useEffect, useRef } from 'react'
import css from './step-frame.module.css'

interface StepFrameProps {
  title: string
  lead: ReactNode
  /** What is done one after the other, in a few words each; none where there is one thing to do. */
  steps?: readonly string[]
  /** Index of the current step. */
  step?: number
  /** Ways out, below the form. */
  foot?: ReactNode
  children: ReactNode
}

/** A page with one thing to do on a sheet of its own, perhaps in steps; a new step's heading gets the focus. */
export function StepFrame({ title, lead, steps = [], step = 0, foot, children }: StepFrameProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return (
    <div className={css.page}>
      <div className={css.sheet}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{lead}</p>
        {steps.length > 0 ? (
          <>
            <ol className={css.steps}>
              {steps.map((text, index) => (
                <li key={text} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
                  <i className={css.mark} aria-hidden="true">
                    {index < step ? '✓' : index + 1}
                  </i>
                  {text}
                </li>
              ))}
            </ol>
            {/* The list above shows it; this is where the focus goes and what is read out then. */}
            <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
              第 {step + 1} 步，共 {steps.length} 步：{steps[step]}
            </h2>
          </>
        ) : null}
        <noscript>
          <p>这一页需要浏览器开启 JavaScript。</p>
        </noscript>
        {children}
        {foot ? <div className={css.foot}>{foot}</div> : null}
      </div>
    </div>
  )
}
