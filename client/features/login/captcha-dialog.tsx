import { type ReactNode, useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { ImageCaptcha } from '#client/features/login/image-captcha.tsx'
import { SlideCaptcha } from '#client/features/login/slide-captcha.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { fetchCaptcha } from '#client/features/login/login-queries.ts'
import css from './captcha-dialog.module.css'

type CaptchaInfo = CallOutput<'GET /api/auth/captcha/get'>
type CaptchaType = CaptchaInfo['captchaType']

interface CaptchaDialogProps {
  /** Uses the proof up. Rejects with 4002 when it was refused; whatever else goes wrong is told elsewhere. */
  onProof: (proof: CaptchaProof) => Promise<void>
  returnTo: () => HTMLElement | null | undefined
  onClose: () => void
}

/** A wanted challenge: each is asked for once. Without a type the server chooses. */
interface CaptchaRequest {
  type?: CaptchaType
  /** Why the last one is over. */
  message: string
}

/** The security check before a code is sent: a puzzle to slide, or four characters to read. */
export function CaptchaDialog({ onProof, returnTo, onClose }: CaptchaDialogProps): ReactNode {
  const { api } = useApp()
  const [request, setRequest] = useState<CaptchaRequest>({ message: '' })
  const [loaded, setLoaded] = useState<{ request: CaptchaRequest; info: CaptchaInfo | 'failed' }>()
  useEffect(() => {
    const left = new AbortController()
    const settle = (info: CaptchaInfo | 'failed'): void => {
      if (!left.signal.aborted) setLoaded({ request, info })
    }
    fetchCaptcha(api, { s: Date.now(), captchaType: request.type }, { signal: left.signal }).then(settle, () =>
      settle('failed'),
    )
    return () => left.abort()
  }, [api, request])

  const info = loaded?.request === request ? loaded.info : undefined
  const type = request.type ?? (typeof loaded?.info === 'object' ? loaded.info.captchaType : 'blockPuzzle')
  const renew = (message = '', next: CaptchaType = type): void => setRequest({ type: next, message })
  const prove = async (proof: CaptchaProof): Promise<void> => {
    try {
      await onProof(proof)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== Code.CaptchaError) throw error
      renew(error.message)
    }
  }
  const other = type === 'blockPuzzle' ? 'simpleCircle' : 'blockPuzzle'
  return (
    <Dialog title="请完成安全验证" size="s" returnTo={returnTo} onClose={onClose}>
      {info === undefined ? <p className={css.waiting}>正在准备验证图片…</p> : null}
      {info === 'failed' ? (
        <div className={css.waiting} role="alert">
          <div>
            验证图片没能加载
            <br />
            <Button tone="secondary" size="s" onClick={() => renew(request.message)}>
              重试
            </Button>
          </div>
        </div>
      ) : null}
      {typeof info === 'object' && info.captchaType === 'blockPuzzle' ? (
        <SlideCaptcha key={info.token} info={info} message={request.message} onPassed={prove} onFailed={renew} />
      ) : null}
      {typeof info === 'object' && info.captchaType === 'simpleCircle' ? (
        <ImageCaptcha key={info.key} info={info} message={request.message} onProof={prove} />
      ) : null}
      <div className={css.tools}>
        <button type="button" onClick={() => renew()}>
          <Icon name="refresh" size={14} />
          换一张
        </button>
        <button type="button" onClick={() => renew('', other)}>
          {other === 'simpleCircle' ? '看不清，换字符验证' : '换拼图验证'}
        </button>
      </div>
    </Dialog>
  )
}
