import { type ReactNode, useEffect, useRef, useState } from 'react'
import { mayListen, recordVoice, VoiceError, type VoiceRecording } from '#client/browser/voice-recorder.ts'
import { Button } from '#client/ui/button.tsx'
import css from './voice-button.module.css'

const mostSeconds = 60

/** A recording that a button or V begins and ends. */
function useVoice(onRecorded: (file: File) => void) {
  const [begun, setBegun] = useState<number>()
  const [seconds, setSeconds] = useState(0)
  const [error, setError] = useState<string>()
  const [needsLoad, setNeedsLoad] = useState(false)
  const recording = useRef<VoiceRecording>(undefined)
  useEffect(() => {
    if (begun === undefined) return
    const timer = window.setInterval(
      () => setSeconds(Math.min(mostSeconds, Math.floor((Date.now() - begun) / 1000))),
      250,
    )
    return () => window.clearInterval(timer)
  }, [begun])
  useEffect(() => () => recording.current?.stop(), [])

  const toggle = async (): Promise<void> => {
    if (recording.current) return recording.current.stop()
    setError(undefined)
    if (!mayListen()) return setNeedsLoad(true)
    try {
      const now = new Date()
      const two = (value: number): string => String(value).padStart(2, '0')
      const name = `语音批改 ${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
      recording.current = await recordVoice({ mostMs: mostSeconds * 1000, name }, (file) => {
        recording.current = undefined
        setBegun(undefined)
        onRecorded(file)
      })
      setSeconds(0)
      setBegun(Date.now())
    } catch (failure) {
      if (!(failure instanceof VoiceError)) throw failure
      setError(failure.message)
    }
  }
  const latest = useRef(toggle)
  latest.current = toggle
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const isWriting = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (
        event.key.toLowerCase() !== 'v' ||
        isWriting ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.repeat
      )
        return
      event.preventDefault()
      void latest.current()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  return { isOn: begun !== undefined, seconds, error, needsLoad, toggle }
}

/** Records up to a minute; what was said becomes a file like others. V begins and ends it. */
export function VoiceButton({ onRecorded }: { onRecorded: (file: File) => void }): ReactNode {
  const { isOn, seconds, error, needsLoad, toggle } = useVoice(onRecorded)
  return (
    <div className={css.voice}>
      <p className={css.head}>
        <b>语音</b>
        <span className="s13 faint">最长 60 秒</span>
      </p>
      <p className={css.row}>
        <Button tone={isOn ? 'secondary' : 'quiet'} size="s" aria-keyshortcuts="V" onClick={() => void toggle()}>
          {isOn ? '说完了' : '录一段话'}
        </Button>
        <span role="status" className="num">
          {isOn ? `正在录 ${seconds} 秒` : ''}
        </span>
      </p>
      {needsLoad ? (
        <p className={css.error}>
          这一页要重新打开才能录音，画好的都已保存。
          <button type="button" className={css.again} onClick={() => location.reload()}>
            重新打开
          </button>
        </p>
      ) : null}
      {error === undefined ? null : (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
