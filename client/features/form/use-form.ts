import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

type Values = Record<string, string | boolean>

/** Answers the message of a wrong value, or nothing. */
export type Rule<V extends Values, K extends keyof V> = (value: V[K], values: V) => string | undefined

export interface FormOptions<V extends Values> {
  initial: V
  /** Looked at when a field is left, and all of them before anything is sent. */
  rules?: { [K in keyof V]?: Rule<V, K> }
  /** Where an answer of the server with this code is shown; any other is a toast (4004 has its own already). */
  codeFields?: Readonly<Partial<Record<number, keyof V & string>>>
  /** Sends; the values stay whatever happens. May throw `ApiError`. */
  onSubmit: (values: V) => Promise<void>
}

/** What a field component is given. */
export interface FieldBinding {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}
export interface CheckBinding {
  name: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

export interface Form<V extends Values> {
  values: V
  errors: Readonly<Partial<Record<keyof V, string>>>
  busy: boolean
  /** For the `<form>` (with method="post": sent before script runs, nothing typed gets into an address). */
  ref: RefObject<HTMLFormElement | null>
  text: (name: keyof V & string) => FieldBinding
  check: (name: keyof V & string) => CheckBinding
  set: (values: Partial<V>) => void
  /** Shows a message at a field and goes there; '' takes it away. */
  fail: (name: keyof V & string, message: string) => void
  /** Looks at one field now; true when it is right. */
  verify: (name: keyof V & string) => boolean
  submit: (event?: FormEvent<HTMLFormElement>) => void
}

/** At most one sending a second (spec §5, submit throttle). */
export const submitThrottleMs = 1000

/**
 * Runs something when no pointer is pressed: a message that appears while the button is being pressed would move it away
 * from under the pointer, and the press would be lost.
 */
function useAfterPress(): (run: () => void) => void {
  const pressed = useRef(false)
  useEffect(() => {
    const note = (event: Event): void => {
      pressed.current = event.type === 'pointerdown'
    }
    const types = ['pointerdown', 'pointerup', 'pointercancel']
    for (const type of types) document.addEventListener(type, note, true)
    return () => {
      for (const type of types) document.removeEventListener(type, note, true)
    }
  }, [])
  return (run) => {
    if (pressed.current) document.addEventListener('pointerup', () => setTimeout(run), { once: true })
    else run()
  }
}

interface Fields<V extends Values> extends Pick<Form<V>, 'values' | 'errors' | 'ref' | 'set' | 'fail' | 'verify'> {
  /** What was typed last: known before the next rendering. */
  latest: RefObject<V>
  focus: (name: string) => void
}

/** The values of a form and the messages at their fields. */
function useFields<V extends Values>({ initial, rules = {} }: Pick<FormOptions<V>, 'initial' | 'rules'>): Fields<V> {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({})
  const latest = useRef(values)
  const element = useRef<HTMLFormElement | null>(null)

  function set(some: Partial<V>): void {
    latest.current = { ...latest.current, ...some }
    setValues(latest.current)
    setErrors((before) => {
      const next = { ...before }
      for (const name of Object.keys(some)) Reflect.deleteProperty(next, name)
      return next
    })
  }

  function show(name: keyof V & string, message: string | undefined): void {
    setErrors((before) => ({ ...before, [name]: message || undefined }))
  }

  function focus(name: string): void {
    const control = element.current?.elements.namedItem(name)
    if (control instanceof HTMLElement) control.focus()
  }

  function fail(name: keyof V & string, message: string): void {
    show(name, message)
    if (message) focus(name)
  }

  function verify(name: keyof V & string): boolean {
    const message = rules[name]?.(latest.current[name], latest.current)
    show(name, message)
    return message === undefined
  }

  return { values, errors, ref: element, set, fail, verify, latest, focus }
}

/** State of a form: values, messages at their fields, one sending at a time, nothing lost when it fails. */
export function useForm<V extends Values>({ initial, rules = {}, codeFields = {}, onSubmit }: FormOptions<V>): Form<V> {
  const { latest, focus, ...fields } = useFields({ initial, rules })
  const { values, errors, ref, set, fail, verify } = fields
  const [busy, setBusy] = useState(false)
  // What is under way must be known before the next rendering.
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  const sending = useRef(false)
  const afterPress = useAfterPress()

  function explain(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    const field = codeFields[error.code]
    if (field) fail(field, error.message)
    else if (error.code === Code.Fail || error.code === Code.NotFound || error.code >= 1000) {
      if (error.code !== Code.Toast) toast(error.message, 'bad')
    }
  }

  async function send(): Promise<void> {
    sending.current = true
    setBusy(true)
    try {
      await onSubmit(latest.current)
    } catch (error) {
      explain(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  function submit(event?: FormEvent<HTMLFormElement>): void {
    event?.preventDefault()
    if (event) ref.current = event.currentTarget
    if (sending.current || Date.now() - sentAt.current < submitThrottleMs) return
    const names = Object.keys(rules) as (keyof V & string)[]
    const wrong = names.filter((name) => !verify(name))
    if (wrong[0] !== undefined) return focus(wrong[0])
    sentAt.current = Date.now()
    void send()
  }

  return {
    ...fields,
    busy,
    text: (name) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (value) => set({ [name]: value } as Partial<V>),
      // An empty field that was only passed through is no mistake yet.
      onBlur: () => afterPress(() => latest.current[name] !== '' && verify(name)),
    }),
    check: (name) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (checked) => set({ [name]: checked } as Partial<V>),
    }),
    submit,
  }
}
