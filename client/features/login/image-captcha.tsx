import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { CaptchaSound } from '#client/features/login/captcha-sound.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { accountTexts } from '#shared/rules/account-rules.ts'
import { imageCaptchaLength } from '#shared/rules/captcha-rules.ts'
import css from './captcha-dialog.module.css'

interface ImageCaptchaProps {
  info: CallOutput<'GET /api/auth/captcha/get'>
  /** Of the attempt before. */
  message: string
  onProof: (proof: CaptchaProof) => Promise<void>
}

/** Four characters to read from a picture. */
export function ImageCaptcha({ info, message, onProof }: ImageCaptchaProps): ReactNode {
  const [code, setCode] = useState('')
  const [left, setLeft] = useState(false)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const length = [...code].length
  const isRight = length === imageCaptchaLength
  const isWrong = length > imageCaptchaLength || (left && length > 0 && !isRight)
  const error = isWrong ? accountTexts.captchaFormat : code === '' ? message || undefined : undefined
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // The window stands inside the form that asked for the code.
    event.stopPropagation()
    if (!isRight || busy) return
    setBusy(true)
    await onProof({ captchaType: 'simpleCircle', code, captchaKey: info.key })
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <div className={css.letters}>
        <img src={`data:image/webp;base64,${info.base64Img}`} alt="写着四个字符的图片，也可以听" />
      </div>
      <CaptchaSound captchaKey={info.key} />
      <TextField
        ref={input}
        name="captcha"
        label="图中的 4 个字符"
        hint="不区分大小写"
        value={code}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(value) => setCode(value.trim())}
        onBlur={() => setLeft(true)}
      />
      <Button type="submit" tone="primary" full busy={busy} disabled={!isRight}>
        验证
      </Button>
    </form>
  )
}
