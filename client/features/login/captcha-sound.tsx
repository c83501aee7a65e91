import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Button } from '#client/ui/button.tsx'
import { ApiError } from '#shared/contract/codes.ts'
import { fetchCaptchaSound } from '#client/features/login/login-queries.ts'
import css from './captcha-dialog.module.css'

interface CaptchaSoundProps {
  /** Of the image captcha that is read out. */
  captchaKey: string
}

const failed = '声音没能播放，请换一张或用拼图验证'

/** The sound twin of an image captcha: its characters read out. The sound is fetched with the first press. */
export function CaptchaSound({ captchaKey }: CaptchaSoundProps): ReactNode {
  const { api } = useApp()
  const [state, setState] = useState<'ready' | 'loading' | 'playing'>('ready')
  const [error, setError] = useState('')
  const player = useRef<HTMLAudioElement>(undefined)
  const stop = useCallback((): void => {
    if (!player.current) return
    player.current.pause()
    URL.revokeObjectURL(player.current.src)
    player.current = undefined
  }, [])
  useEffect(() => stop, [stop])

  const play = async (): Promise<void> => {
    if (state === 'loading') return
    if (state === 'playing') {
      stop()
      setState('ready')
      return
    }
    setError('')
    setState('loading')
    try {
      const { audio } = await fetchCaptchaSound(api, { key: captchaKey })
      const bytes = Uint8Array.from(atob(audio), (letter) => letter.codePointAt(0) ?? 0)
      const element = new Audio(URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' })))
      stop()
      player.current = element
      element.addEventListener('ended', () => {
        stop()
        setState('ready')
      })
      await element.play()
      setState('playing')
    } catch (problem) {
      stop()
      setState('ready')
      setError(problem instanceof ApiError ? problem.message : failed)
    }
  }
  return (
    <div className={css.sound}>
      <Button tone="secondary" size="s" busy={state === 'loading'} onClick={() => void play()}>
        {state === 'playing' ? '停止播放' : '听验证码'}
      </Button>
      <span className={css.soundNote}>英文字母、中文数字，每个读两遍</span>
      <p className={css.message} role="alert" hidden={error === ''}>
        {error}
      </p>
      <span className="visually-hidden" role="status">
        {state === 'playing' ? '正在播放' : ''}
      </span>
    </div>
  )
}
