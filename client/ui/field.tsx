import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import css from './field.module.css'

interface FrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

function Frame({ id, label, hint, error, children }: FrameProps & { id: string; children: ReactNode }): ReactNode {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : hint ? (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

function describedBy(id: string, { hint, error }: Pick<FrameProps, 'hint' | 'error'>): string | undefined {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined
}

type Inner = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'prefix'>

export interface TextFieldProps extends FrameProps, Inner {
  value: string
  onChange: (value: string) => void
  /** Before the text, inside the frame: a country's code. */
  before?: ReactNode
  /** After the text, inside the frame: a button. */
  after?: ReactNode
}

/** A labelled line of text with its message below it; spread `form.text(name)` into it. */
export function TextField({ label, hint, error, value, onChange, before, after, ...rest }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <span className={`${css.box} ${error ? css.bad : ''}`}>
        {before}
        <input
          type="text"
          {...rest}
          id={id}
          className={css.input}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={(event) => onChange(event.target.value)}
        />
        {after}
      </span>
    </Frame>
  )
}

/** A password that can be looked at, and that says when capitals are locked. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>): ReactNode {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <TextField
      {...props}
      hint={capsLock ? '大写锁定已打开' : props.hint}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize={shown ? 'none' : undefined}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      after={
        <button
          type="button"
          className={css.eye}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}

export interface TextAreaProps extends FrameProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
}

/** Several lines of text. */
export function TextArea({ label, hint, error, value, onChange, ...rest }: TextAreaProps): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={`${css.area} ${error ? css.bad : ''}`}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        onChange={(event) => onChange(event.target.value)}
      />
    </Frame>
  )
}

export interface SelectFieldProps extends FrameProps, Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; text: string }[]
}

/** One of a few: the browser's own list. */
export function SelectField({ label, hint, error, value, onChange, options, ...rest }: SelectFieldProps): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        className={`${css.select} ${error ? css.bad : ''}`}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Frame>
  )
}

export interface CheckFieldProps {
  name: string
  checked: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A box to tick; spread `form.check(name)` into it. */
export function CheckField({ name, checked, error, onChange, children }: CheckFieldProps): ReactNode {
  const id = useId()
  return (
    <div className={css.check}>
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{children}</label>
      {error ? (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
